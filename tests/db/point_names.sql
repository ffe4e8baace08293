-- The server's names of points: kept beside the words of the person who booked, never taken from a client.
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
  $$ values ('Airport', 'Städtle 1, Vaduz', 'Bahnhof, Schaan') $$, 'a quote keeps the words and the name of the point');
select tests.act_as('rider');
select throws_ok($$ select public.quote_fare(tests.id('rider'), tests.named_order()) $$, '42501', null, 'no client names a point');
select throws_ok($$ update public.fare_quotes set pickup_point_name = 'Airport' $$, '42501', null, 'no client changes a name');
select results_eq($$ select pickup_address, pickup_point_name, drop_point_name from public.create_booking((select id from quote), 'cash', details => '{"pickup_point_name": "Airport"}') $$,
  $$ values ('Airport', 'Städtle 1, Vaduz', 'Bahnhof, Schaan') $$, 'the booking has both');
select tests.as_owner(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('driver');
select results_eq($$ select b.pickup_point_name, s.point_name from public.bookings b join public.booking_stops s on s.booking_id = b.id where b.id = tests.booking() $$,
  $$ values ('Städtle 1, Vaduz', 'Aeulestrasse 2, Vaduz') $$, 'its driver reads the names, of stops, too');
select is_empty($$ select 1 from public.booking_offers o where to_jsonb(o)::text ~ 'Städtle 1' $$, 'an offer carries none');
select tests.as_owner();
create temp table other as select (to_jsonb(public.quote_fare(tests.id('rider'), tests.order(km => 5) || '{"drop": {"lat": 47.17, "lng": 9.51, "add": "Home", "point_name": "Feldkircher Strasse, Schaan"}}')) ->> 'quote_id')::uuid as id;
grant select on other to public;
select tests.act_as('rider');
select is((public.change_route(tests.booking(), (select id from other))).drop_point_name, 'Feldkircher Strasse, Schaan', 'a changed route has the name of its own drop');
select * from finish();
