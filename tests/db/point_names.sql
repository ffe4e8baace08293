-- The server's names of points: stored beside the address that the person chose, and never taken from a client.
select no_plan();
create function tests.named_order() returns jsonb language sql stable as $$
  select tests.order() || '{"pickup": {"lat": 47.141, "lng": 9.5209, "add": "Airport", "point_name": "Städtle 1, Vaduz"},
    "drop": {"lat": 47.1655, "lng": 9.5103, "add": "Home", "point_name": "Bahnhof, Schaan"},
    "waypoints": [{"lat": 47.15, "lng": 9.515, "add": "Shop", "point_name": "Aeulestrasse 2, Vaduz"}]}'
$$;
select tests.go_online();
create temp table quote as select (to_jsonb(public.quote_fare(tests.id('rider'), tests.named_order())) ->> 'quote_id')::uuid as id;
grant select on quote to public;
select results_eq($$ select pickup_address, pickup_point_name, drop_point_name from public.fare_quotes where id = (select id from quote) $$,
  $$ values ('Airport', 'Städtle 1, Vaduz', 'Bahnhof, Schaan') $$, 'a quote stores the chosen address and the server''s name of the point');
select tests.act_as('rider');
select throws_ok($$ select public.quote_fare(tests.id('rider'), tests.named_order()) $$, '42501', null, 'a rider cannot make a quote with point names');
select throws_ok($$ update public.fare_quotes set pickup_point_name = 'Airport' $$, '42501', null, 'a rider cannot change the point name of a quote');
select results_eq($$ select pickup_address, pickup_point_name, drop_point_name from public.create_booking((select id from quote), 'cash', details => '{"pickup_point_name": "Airport"}') $$,
  $$ values ('Airport', 'Städtle 1, Vaduz', 'Bahnhof, Schaan') $$, 'a booking takes the addresses and point names from its quote, not from the client');
select tests.as_owner(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('driver');
select results_eq($$ select b.pickup_point_name, s.point_name from public.bookings b join public.booking_stops s on s.booking_id = b.id where b.id = tests.booking() $$,
  $$ values ('Städtle 1, Vaduz', 'Aeulestrasse 2, Vaduz') $$, 'the driver of a booking reads the point names, also of stops');
select is_empty($$ select 1 from public.booking_offers o where to_jsonb(o)::text ~ 'Städtle 1' $$, 'an offer contains no point names');
select tests.as_owner();
create temp table other as select (to_jsonb(public.quote_fare(tests.id('rider'), tests.order(km => 5) || '{"drop": {"lat": 47.17, "lng": 9.51, "add": "Home", "point_name": "Feldkircher Strasse, Schaan"}}')) ->> 'quote_id')::uuid as id;
grant select on other to public;
select tests.act_as('rider');
select is((public.change_route(tests.booking(), (select id from other))).drop_point_name, 'Feldkircher Strasse, Schaan', 'a changed route has the point name of its new drop');
select * from finish();
