-- What an offer shows to a driver before accepting.
select no_plan();
create function tests.offered(km numeric, secs integer) returns text language plpgsql security definer as $$
declare v_offer text;
begin
  perform tests.turn('10 minutes'), tests.go_online('driver');
  perform tests.let('rider', format('select public.create_booking(%L, %L)', to_jsonb(public.quote_fare(tests.id('rider'), tests.order('Cab', km, secs))) ->> 'quote_id', 'cash'));
  select format('%s km, %s s, %s of %s', o.trip_distance, o.trip_time, o.driver_share, o.trip_cost) into v_offer
  from public.booking_offers o where o.booking_id = tests.booking() and o.driver_id = tests.id('driver') and o.status = 'open';
  perform tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  return coalesce(v_offer, 'nothing');
end $$;
select is(tests.offered(5.46, 605), tests.offered(5.54, 659), 'offers of the same distance to 100 m and time to the minute show the same fare');
select is(tests.offered(5.46, 605), '5.5 km, 660 s, 19.40 of 20.40', 'an offer''s fare is computed from the rounded distance and time');
select isnt(tests.offered(5.5, 660), tests.offered(5.6, 660), 'a longer trip is offered with a higher fare');
select * from finish();
