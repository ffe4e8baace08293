-- Casts of a function's result: they run after the function, so that a failing one would tell the value and undo what the function
-- did. PostgREST writes such statements.
select no_plan();
select tests.ride('NEW') as ride;
select tests.act_as('driver');
select throws_ok($$ with pgrst_source as (select "accept_booking".* from public.accept_booking(tests.booking()) "accept_booking") select cast("pgrst_source"."pickup_address" as int) from pgrst_source $$,
  'PT403', 'not_allowed', 'a driver cannot read a pickup by accepting a ride and casting it');
select tests.as_owner();
select is(tests.status(), 'NEW', 'the ride is still free');
select tests.act_as('rider');
select throws_ok($$ with pgrst_source as (select "nudge_dispatch".* from public.nudge_dispatch(tests.booking()) "nudge_dispatch") select cast("pgrst_source"."pickup_address" as int) from pgrst_source $$,
  'PT403', 'not_allowed', 'a rider cannot cast the result of a function either');
select * from finish();
