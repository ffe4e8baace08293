-- A driver on duty who lets three offers in a row lapse is on the attention list, once, until an answer or the end of the duty.
select no_plan();
create function tests.deaf() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(r ->> 'driver_id' || ' ' || (r ->> 'since'), ', ') from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'offers_lapsed');
end $$;
-- An offer of the latest booking to the driver that ended so, a minute after the one before.
create function tests.offer(ended public.offer_status) returns void language plpgsql security definer as $$
begin
  perform tests.turn('1 minute');
  insert into public.booking_offers select (jsonb_populate_record(null::public.booking_offers, to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(), 'status', offer.ended, 'created_at', app.now() - interval '20 seconds',
    'expires_at', app.now(), 'answered_at', app.now()))).* from (select * from public.booking_offers where driver_id = tests.id('driver') order by created_at limit 1) o;
end $$;
select tests.as_owner(), tests.go_online(), tests.book();
select is((select count(*) from public.booking_offers where driver_id = tests.id('driver') and status = 'open'), 1::bigint, 'a driver on duty is asked');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.offer('lapsed'), tests.offer('lapsed'), tests.offer('withdrawn');
select is(tests.deaf(), null, 'two offers that lapsed need no attention, and one that was withdrawn is none');
select tests.as_owner(), tests.offer('lapsed');
create temp table since as select app.now() as at;
grant select on since to public;
select matches(tests.deaf(), '^' || tests.id('driver') || ' ', 'the third offer that lapses in a row shows the driver to the office');
select tests.as_owner();
select is((select c.since from app.deaf_drivers() c), (select at from since), 'it begins when the third offer lapses');
select tests.offer('lapsed'), tests.offer('lapsed');
select is((select c.since from app.deaf_drivers() c), (select at from since), 'further offers that lapse are no new matter');
select tests.act_as('fleet');
select is_empty($$ select 1 from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'offers_lapsed' $$, 'a fleet is not shown it');
select tests.as_owner(), tests.offer('declined');
select is(tests.deaf(), null, 'an answer, also a no, takes the driver off the list');
select tests.as_owner(), tests.offer('lapsed'), tests.offer('lapsed'), tests.offer('lapsed');
select isnt(tests.deaf(), null, 'three more offers that lapse show the driver again');
select tests.as_owner(), tests.let('driver', 'select public.set_driver_active(false)');
select is(tests.deaf(), null, 'a driver who goes off duty leaves the list');
select tests.as_owner(), tests.go_online();
select is(tests.deaf(), null, 'what lapsed before the driver went on duty does not count');
select tests.as_owner(), tests.offer('lapsed'), tests.offer('accepted'), tests.offer('lapsed'), tests.offer('lapsed');
select is(tests.deaf(), null, 'only offers in a row count');
select * from finish();
