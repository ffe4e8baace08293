-- Who can read the contacts and places of one booking, from its first offer until its driver goes off duty: checked for each
-- person at each stage, over every column that holds a contact or a position. A new such column must be added to `things`
-- below.
select no_plan();

-- The booking: offered to three drivers, accepted and given back by one (ex driver), then carried by another (driver) of
-- another fleet.
create function tests.who(said text) returns uuid language sql stable security definer as $$
  select tests.id(case said when 'driver' then 'driver2' when 'ex driver' then 'driver3' when 'asked driver' then 'driver'
    when 'fleet admin' then 'fleet' when 'ex fleet admin' then 'fleet2' when 'stranger' then 'rider2' when 'other driver' then 'driver4'
    else said end)
$$;
create temp table people (said text);
insert into people values ('rider'), ('driver'), ('ex driver'), ('asked driver'), ('fleet admin'), ('ex fleet admin'), ('admin'), ('stranger'), ('other driver');

-- What can be read, and the rows that hold it: %1 booking, %2 rider, %3 driver, %4 ex driver, %5 asked driver.
create temp table things (thing text, relation text, rows text);
insert into things values
  ('booking', 'bookings', 'id = %1$L'),
  ('contacts', 'booking_contacts', 'booking_id = %1$L'),
  ('stops', 'booking_stops', 'booking_id = %1$L'),
  ('route proposals', 'route_proposals', 'booking_id = %1$L'),
  ('quote', 'fare_quotes', 'customer_id = %2$L and used_at is not null'),
  ('offer to ex driver', 'booking_offers', 'booking_id = %1$L and driver_id = %4$L'),
  ('offer to asked driver', 'booking_offers', 'booking_id = %1$L and driver_id = %5$L'),
  ('events of ex driver', 'booking_events', 'booking_id = %1$L and actor_id = %4$L'),
  ('events of driver', 'booking_events', 'booking_id = %1$L and actor_id = %3$L'),
  ('trail of ex driver', 'tracking_points', 'booking_id = %1$L and driver_id = %4$L'),
  ('trail of driver', 'tracking_points', 'booking_id = %1$L and driver_id = %3$L'),
  ('position of driver', 'driver_positions', 'driver_id = %3$L'),
  ('profile of rider', 'profiles', 'id = %2$L'),
  ('profile of driver', 'profiles', 'id = %3$L'),
  ('addresses of rider', 'saved_addresses', 'user_id = %2$L');
-- The operator's own data, readable by everyone.
create temp table public_facts (said text);
insert into public_facts values ('zones.area'), ('settings.contact_email'), ('settings.company_phone'), ('settings.company_address'),
  ('settings.phone_dormant_days');

create temp table facts as
  select c.relname::text as relation, a.attname::text as col
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    and (a.attname ~ 'contact|phone|email|mobile|address|delivery_person|instructions|polyline|(^|_)(lat|lng|pt|point|position)$' and t.typcategory <> 'B'
      or t.typname in ('geometry', 'geography', 'point'));
select is_empty($$ select relation, col from facts where relation not in (select relation from things)
    and relation || '.' || col not in (select said from public_facts) $$,
  'every column with a contact or a place is in the privacy matrix');

-- The columns of a thing that are not empty for the acting person.
create function tests.seen(v_thing text) returns text[] language plpgsql as $$
declare
  v_rows text := (select format('select * from public.%6$I where ' || t.rows, (select k.id from kept k), tests.who('rider'), tests.who('driver'),
    tests.who('ex driver'), tests.who('asked driver'), t.relation) from things t where t.thing = v_thing);
  v_seen text[];
begin
  execute format('select array(select f.col from facts f join things t on t.relation = f.relation and t.thing = %L
    where exists (select 1 from (%s) r where to_jsonb(r) ->> f.col is not null) order by 1)', v_thing, v_rows) into v_seen;
  return v_seen;
end $$;

create function tests.may_see(who text, thing text, moment text) returns boolean language sql as $$
  select case thing
    when 'booking' then who in ('rider', 'admin') or who = any (h.holder)
    when 'route proposals' then who in ('rider', 'admin') or who = any (h.holder)
    when 'stops' then who in ('rider', 'admin') or who = any (h.holder)
    when 'contacts' then who = 'admin' or who = 'rider' and moment not in ('PAID + 31 minutes', 'off duty', 'CANCELLED')
      or who in ('driver', 'ex driver') and who = any (h.holder) and moment not in ('PAID + 31 minutes', 'off duty', 'CANCELLED')
      or who in ('fleet admin', 'ex fleet admin') and who = any (h.holder)
        and moment in ('given away', 'ACCEPTED', 'ARRIVED', 'STARTED', 'PENDING')
    when 'quote' then who in ('rider', 'admin')
    when 'events of ex driver' then who in ('rider', 'admin') or who = any (h.holder) and moment = 'given away'
    when 'events of driver' then who in ('rider', 'admin') or who = any (h.holder)
    when 'trail of ex driver' then who in ('rider', 'admin', 'ex driver') or who = any (h.holder) and moment = 'given away'
    when 'trail of driver' then who in ('rider', 'admin', 'driver') or who = any (h.holder)
    when 'position of driver' then who = 'driver' or who = 'rider' and moment in ('ACCEPTED', 'ARRIVED', 'STARTED')
      or who in ('fleet admin', 'admin') and moment <> 'off duty'
    when 'offer to ex driver' then who = 'admin' or who = 'ex driver' and moment = 'NEW'
    when 'offer to asked driver' then who = 'admin' or who = 'asked driver' and moment in ('NEW', 'given back')
    when 'profile of rider' then who in ('rider', 'admin')
    when 'profile of driver' then who in ('driver', 'fleet admin', 'admin')
    when 'addresses of rider' then who = 'rider'
    end
  from (select case when moment = 'given away' then '{ex driver,ex fleet admin}'::text[]
    when moment in ('NEW', 'given back') then '{}' else '{driver,fleet admin}' end as holder) h
$$;

-- Read as the owner first: a column that is empty there cannot be read by anyone.
create function tests.matrix(moment text, label text default null) returns setof text language plpgsql as $$
declare
  v_there jsonb := (select jsonb_object_agg(t.thing, tests.seen(t.thing)) from things t);
  p record;
begin
  for p in select * from people loop
    perform tests.act_as(split_part((select u.email from auth.users u where u.id = tests.who(p.said)), '@', 1));
    return next is(
      (select jsonb_object_agg(t.thing, tests.seen(t.thing)) from things t),
      (select jsonb_object_agg(t.thing, case when tests.may_see(p.said, t.thing, moment) then v_there -> t.thing else '[]' end) from things t),
      format('%s: the %s reads exactly the permitted contacts and places', coalesce(label, moment), p.said));
    perform tests.as_owner();
  end loop;
end $$;
grant all on people, things, facts, public_facts to public;

select tests.as_owner();
update public.drivers set fleet_id = tests.id('fleet2'), car_type_id = tests.car('Cab') where id = tests.who('ex driver');
insert into public.saved_addresses (user_id, description, lat, lng) values (tests.id('rider'), 'Home 1', 47.14, 9.52);
select tests.go_online('driver3'), tests.go_online('driver2'), tests.go_online('driver');
create temp table kept as select tests.book('rider') as id;
grant all on kept to public;
update public.booking_contacts set guest_phone = '+4235559999', delivery_person = 'Eva', delivery_person_phone = '+4235551212',
  pick_up_instructions = 'Code 1234', delivery_instructions = 'Ring twice';
insert into public.booking_stops (booking_id, position, lat, lng, address) select id, 1, 47.15, 9.515, 'Stop 1' from kept;
insert into public.route_proposals (booking_id, quote_id, asked_by, trip_cost, drop_address, client_key, status, answered_at)
  select b.id, b.quote_id, b.customer_id, 9, 'Stop 2', gen_random_uuid(), 'withdrawn', app.now() from public.bookings b join kept k on k.id = b.id;
select ok((select bool_and(app.distance_m(o.pickup_area_lat, o.pickup_area_lng, b.pickup_lat, b.pickup_lng) between 1 and 300
    and app.distance_m(o.drop_area_lat, o.drop_area_lng, b.drop_lat, b.drop_lng) between 1 and 300)
  from public.booking_offers o join public.bookings b on b.id = o.booking_id join kept k on k.id = b.id), 'an offer names areas, each within 300 m of the exact place');
select is_empty($$ select 1 from public.booking_offers o join kept k on k.id = o.booking_id join public.bookings b on b.id = k.id
  cross join jsonb_each_text(to_jsonb(o)) f
  where f.value in (b.pickup_lat::text, b.pickup_lng::text, b.drop_lat::text, b.drop_lng::text, b.pickup_address, b.drop_address) $$, 'an offer contains no address and no exact place');
select is_empty($$ select 1 from public.notices n join kept k on k.id = n.booking_id where n.user_id <> tests.id('rider') $$, 'an offer creates no notice for a driver');
-- All places within a cell have the same middle, which is at most 300 m away, at any latitude.
select ok((select bool_and(app.distance_m(p.lat, p.lng, a.area_lat, a.area_lng) <= 300 and a = app.area_of(p.lat + (a.area_lat - p.lat) / 2, p.lng + (a.area_lng - p.lng) / 2))
  from (select 170 * sin(n * 12.9898)::double precision / 2 as lat, 179.9 * sin(n * 78.233)::double precision as lng from generate_series(1, 5000) n) p
  cross join app.area_of(p.lat, p.lng) a), 'a place has one area, and lies within 300 m of its middle');
-- Spec 3.52, 6.25
select set_eq($$ select driver_id from public.requested_drivers $$, $$ select tests.who(w) from unnest('{driver,ex driver,asked driver}'::text[]) w $$, 'three drivers are asked for the booking of the privacy matrix');
select tests.matrix('NEW');
select tests.let('driver3', format('select public.accept_booking(%L)', id)) from kept;
select tests.matrix('given away');
select tests.let('driver3', format('select public.cancel_booking(%L, ''Flat tyre in front of the house'')', id)) from kept;
select tests.turn('5 seconds'), tests.go_online('driver2'), tests.go_online('driver'), app.dispatch_tick();
select tests.matrix('given back');
select tests.let('driver2', format('select public.accept_booking(%L)', id)) from kept;
select is(array_length(tests.seen('contacts'), 1), 8, 'the matrix covers all eight contact columns');
select tests.matrix('ACCEPTED');
select tests.let('driver2', format('select public.arrive_at_pickup(%L)', id)) from kept;
select tests.matrix('ARRIVED');
select tests.let('driver2', format('select public.start_trip(%L, %L)', id, tests.code(id))) from kept;
select tests.matrix('STARTED');
select tests.let('driver2', format('select public.reach_drop(%L)', id)) from kept;
select tests.matrix('PENDING');
select tests.turn('1 day');
select tests.matrix('PENDING', 'PENDING for a day');
select tests.let('driver2', format('select public.confirm_cash(%L)', id)) from kept;
select tests.matrix('PAID');
select tests.let('rider', format('select public.rate_booking(%L, 5)', id)) from kept;
select tests.matrix('COMPLETE');
select tests.turn('29 minutes');
select tests.matrix('PAID + 29 minutes');
select tests.turn('2 minutes');
select tests.matrix('PAID + 31 minutes');
select tests.let('driver2', 'select public.set_driver_active(false)');
select tests.matrix('off duty');

-- Rows of a booking name only the driver who carries it
create function tests.naming(person uuid) returns text[] language plpgsql as $$
declare
  v_found text[] := '{}';
  v_naming boolean;
  r record;
begin
  for r in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'booking_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1
  loop
    execute format('select exists (select 1 from public.%I t where t.booking_id = (select k.id from kept k) and to_jsonb(t)::text like %L)',
      r.relname, '%' || person || '%') into v_naming;
    if v_naming then v_found := v_found || r.relname::text; end if;
  end loop;
  return v_found;
end $$;
grant execute on function tests.naming(uuid) to public;
select tests.act_as('driver2');
select is(tests.naming(tests.who('ex driver')), '{}', 'a later driver cannot learn from any table who carried the booking before');
select ok(tests.naming(tests.who('driver')) @> '{booking_events,tracking_points}', 'a driver finds the own id in the booking''s events and trail');
select tests.act_as('admin');
select ok(not exists (select 1 from (select e.*, lag(e.hash) over (order by e.id) as before from public.booking_events e join kept k on k.id = e.booking_id) h
  where h.prev_hash is distinct from coalesce(h.before, '')), 'an admin reads every link of the hash chain of events');
select tests.as_owner();
select ok(not exists (select 1 from public.booking_events e join kept k on k.id = e.booking_id where e.hash <> app.event_hash(e)),
  'every event matches its hash');

-- Besides the matrix: what the booking itself holds
select is((select customer_contact from public.bookings b join kept k on k.id = b.id), '***01', 'a booking keeps the last two digits of the rider''s number');
select throws_ok($$ update public.bookings b set customer_contact = '+4235550101' from kept k where k.id = b.id $$, '23514', null, 'a booking cannot hold an unmasked phone number');

-- Contacts are hidden as soon as a rider cancels
select tests.go_online('driver2');
update kept set id = tests.book('rider');
select tests.let('driver2', format('select public.accept_booking(%L)', id)) from kept;
select tests.act_as('driver2');
select isnt_empty($$ select 1 from public.booking_contacts c join kept k on k.id = c.booking_id $$, 'the driver of an accepted booking reads its contacts');
select tests.let('rider', format('select public.cancel_booking(%L)', id)) from kept;
select is_empty($$ select 1 from public.booking_contacts c join kept k on k.id = c.booking_id $$, 'the driver of a cancelled booking cannot read its contacts');
select tests.act_as('rider');
select is_empty($$ select 1 from public.booking_contacts c join kept k on k.id = c.booking_id $$, 'the rider of a cancelled booking cannot read the driver''s number');
select * from finish();
