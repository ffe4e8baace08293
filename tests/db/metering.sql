-- The final fare: trails, gaps, and implausible positions.
select no_plan();
-- Drives north from the pickup: a position every "every" for "steps" steps of "metres".
create function tests.drive(steps integer, metres double precision, every interval) returns void language plpgsql security definer as $$
begin
  for i in 1 .. steps loop
    perform tests.turn(every);
    perform tests.let('driver', format('select public.report_position(p.lat + %s, p.lng) from public.driver_positions p where p.driver_id = tests.id(''driver'')', metres / 111195));
  end loop;
end $$;
create function tests.finish_ride() returns public.bookings language plpgsql security definer as $$
declare v_booking public.bookings;
begin
  perform tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
  select b.* into v_booking from public.bookings b where b.id = tests.booking();
  perform tests.let('driver', format('select public.confirm_cash(%L)', v_booking.id)), tests.turn('1 minute');
  return v_booking;
end $$;
create function tests.flags() returns text language sql volatile security definer as $$
  select array_to_string(f.flags, ',') from public.booking_finances f where f.booking_id = tests.booking()
$$;

-- As driven
select tests.ride('STARTED');
select tests.drive(30, 100, '10 seconds');
create temp table done as select * from tests.finish_ride();
grant all on done to public;
-- Spec 4.24
select ok((select abs(distance - 3.0) < 0.02 from done), 'a complete trail measures the driven distance');
-- Spec 3.32, 4.23
select is((select total_trip_time from done), 300, 'a complete trail measures the driven time');
-- Spec 4.24
select is((select trip_cost from done), (select 4.00 + round(2 * distance, 2) + 2.00 + 1.00 from done), 'a metered fare is computed from the measured distance and time plus the fee');
select is((select sum((l ->> 'amount')::numeric) from done, jsonb_array_elements(fare_lines) l), (select trip_cost from done), 'the lines of a metered fare add up to it');
select is(tests.flags(), '', 'a ride with a complete trail has no flag');
-- Spec 4.25
select ok((select abs(drop_lat - (47.141 + 3000 / 111195.0)) < 0.001 from done), 'a metered ride''s drop is where it ended');

-- Standing still
select tests.ride('STARTED');
select tests.drive(30, 4, '10 seconds');
truncate done; insert into done select * from tests.finish_ride();
select ok((select distance < 0.13 from done), 'position noise of a standing car adds less than 0.13 km');

-- Silence
select tests.ride('STARTED');
select tests.drive(6, 100, '10 seconds'), tests.turn('210 seconds'), tests.drive(6, 100, '10 seconds');
truncate done; insert into done select * from tests.finish_ride();
select ok((select abs(distance - (0.6 + 0.5 + 3.5 * 220 / 420)) < 0.02 from done), 'a gap of more than a minute is charged pro rata of the quote');
select is(tests.flags(), 'trail_gap', 'a gap of more than a minute is flagged');
select tests.ride('STARTED');
select tests.turn('20 minutes');
truncate done; insert into done select * from tests.finish_ride();
select is((select distance from done), 3.500, 'gaps are charged at most with the full quoted distance');

-- Implausible positions
select tests.ride('STARTED');
select tests.drive(3, 100, '10 seconds');
select tests.turn('1 second');
select tests.act_as('driver');
select is(public.report_position(47.5, 9.52), 0, 'a leap to an unreachable position is not stored');
select is(public.report_position(47.1437, 9.52), 1, 'a plausible position after a leap is stored');
select tests.as_owner();
select tests.drive(3, 100, '10 seconds');
truncate done; insert into done select * from tests.finish_ride();
select ok((select distance < 0.7 from done), 'implausible positions are not charged');
select tests.ride('STARTED');
select tests.drive(40, 400, '10 seconds');
truncate done; insert into done select * from tests.finish_ride();
select is((select trip_cost from done), 14.80, 'a fare above 1.5 times the quote is held at the quote');
select is(tests.flags(), 'held_at_quote', 'a fare held at the quote is flagged');
select tests.as_owner();
select is((select final_fare from public.booking_finances where booking_id = tests.booking()), (select quote_fare from public.booking_finances where booking_id = tests.booking()), 'a fare held at the quote has the quote''s lines');
select tests.act_as('admin');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true',
  'explain_fare can replay a fare held at the quote');
select tests.as_owner();

-- The tariff of the quote counts
select tests.ride('STARTED');
update public.car_types set rate_per_unit_distance = 50 where name = 'Cab';
select tests.drive(30, 100, '10 seconds');
truncate done; insert into done select * from tests.finish_ride();
select ok((select trip_cost < 14 from done), 'a change of the tariff does not affect a ride quoted before');
update public.car_types set rate_per_unit_distance = 2 where name = 'Cab';

-- Upfront
select tests.set('fare_mode', 'upfront'), tests.ride('STARTED');
select tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
truncate done; insert into done select * from tests.finish_ride();
select is((select trip_cost from done), 14.80, 'an upfront fare that reaches its drop costs the quote');
update public.car_types set waiting_rate_per_hour = 30 where name = 'Cab';
select tests.ride('ARRIVED'), tests.turn('15 minutes');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())), tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
truncate done; insert into done select * from tests.finish_ride();
select is((select trip_cost from done), 19.80, 'an upfront fare adds waiting beyond the free minutes');
select ok((select fare_lines @> '[{"key": "waiting", "amount": 5.00}]' from done),
  'waiting is a separate line of an upfront fare');
select * from finish();
