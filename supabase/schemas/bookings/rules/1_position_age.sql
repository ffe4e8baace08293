-- The age of a position: which one proves that a car is somewhere, and which one is too old to promise anything.

-- A phone's clock can claim any time, so an age is counted up to now, by the server's clock. No report is newer than
-- its arrival (app.read_points), so a claim can only make a position older.
create function app.is_position_current(at timestamptz) returns boolean language sql stable parallel safe as $$
  select is_position_current.at > app.now() - interval '60 seconds'
$$;
comment on function app.is_position_current is
  'Whether a position still says where the car is: at most a minute old. Arrival times, distances and states are '
  'computed only from such positions.';

create function app.is_fresh_position(at timestamptz) returns boolean language sql stable parallel safe as $$
  select is_fresh_position.at > app.now() - interval '30 seconds'
$$;
comment on function app.is_fresh_position is
  'Whether a position that was measured at this time proves where the car is now: less than 30 s old. The rider''s '
  'notice of the arrival, waiting and a no-show need such a position.';
