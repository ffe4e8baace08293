-- Why a driver was not asked: for the driver, without the booking's id.
select no_plan();
create function tests.why(name text) returns text language plpgsql volatile security definer as $$
declare
  v text;
  v_before text := current_setting('request.jwt.claims', true);
begin
  perform set_config('request.jwt.claims', tests.claims(name), true);
  select coalesce(string_agg(case when w.asked then 'asked ' else '' end || w.reason, ', ' order by w.at desc), 'nothing') into v from public.why_was_i_not_asked(app.now() - interval '30 minutes') w;
  perform set_config('request.jwt.claims', v_before, true);
  return v;
end $$;
create function tests.area(out area_lat double precision, out area_lng double precision) language sql volatile security definer as $$ select a.area_lat, a.area_lng from app.area_of(47.141, 9.5209) a $$;
create function tests.names() returns text language sql volatile security definer as $$ select b.reference || '|' || b.id from public.bookings b where b.id = tests.booking() $$;
delete from public.dispatch_waves;
select tests.go_online('driver'), tests.go_online('driver2');
update public.drivers set car_type_id = tests.car('Van') where id = tests.id('driver2');
select tests.book();
select is(tests.why('driver'), 'asked open', 'a driver with an offer reads that they were asked');
select is(tests.why('driver2'), 'other_car_type', 'a driver nearby reads why they were not asked');
select tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.why('driver'), 'asked declined', 'a driver who was asked reads the outcome of the offer');
select tests.go_online('driver3', 47.5, 9.9);
select is(tests.why('driver3'), 'nothing', 'a driver far away reads nothing about a search');
select tests.go_online('driver4');
select is(tests.why('driver4'), 'not_available_nearby', 'a driver who came later reads that others were nearby');

-- No further data
select tests.act_as('driver2');
select results_eq($$ select at, area_lat, area_lng, category, times from public.why_was_i_not_asked(app.now() - interval '30 minutes') $$,
  $$ select date_trunc('minute', app.now()), a.area_lat, a.area_lng, 'taxi', 2 from tests.area() a $$, 'a driver reads the area, the minute and the number of searches');
select ok((select to_jsonb(w)::text !~ tests.names() from public.why_was_i_not_asked(app.now() - interval '30 minutes') w), 'why_was_i_not_asked reveals neither the booking''s id nor its reference');
select is_empty($$ select 1 from public.why_was_i_not_asked(app.now() - interval '3 hours') $$, 'why_was_i_not_asked returns only searches of the requested hour');
select throws_ok($$ select public.why_was_i_not_asked(app.now() - interval '26 hours') $$, 'PT422', 'hour_invalid', 'why_was_i_not_asked refuses a time more than a day ago');
select throws_ok($$ select public.why_was_i_not_asked(app.now() + interval '1 minute') $$, 'PT422', 'hour_invalid', 'why_was_i_not_asked refuses a time in the future');
select throws_ok($$ select public.why_was_i_not_asked('infinity') $$, 'PT422', 'hour_invalid', 'why_was_i_not_asked refuses infinity');
select throws_ok($$ select public.why_was_i_not_asked(null) $$, 'PT422', 'hour_invalid', 'why_was_i_not_asked refuses null');
select tests.act_as('rider');
select throws_ok($$ select public.why_was_i_not_asked(app.now()) $$, 'PT403', 'not_a_driver', 'a rider cannot call why_was_i_not_asked');
select tests.as_visitor();
select throws_ok($$ select public.why_was_i_not_asked(now()) $$, '42501', null, 'a visitor cannot call why_was_i_not_asked');
select * from finish();
