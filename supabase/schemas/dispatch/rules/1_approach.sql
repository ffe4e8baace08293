-- The promise by road: the promised arrival is first estimated by the straight line, at once.

-- How long after the acceptance the promise may move.
create function app.approach_window() returns interval
language sql immutable set search_path = '' as $$ select interval '5 seconds' $$;

create function app.wake_approaches() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.approach_checks c where c.due_at <= app.now())
    and app.call_worker('routes/approach');
end $$;
comment on function app.wake_approaches is 'Calls the route routes/approach if a way waits for its measurement.';
