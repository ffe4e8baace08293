-- Who may listen and send on which topic: every topic x person x time of a booking, and what is not said here is refused.
select no_plan();
-- Whether the acting person may read, and write, a private topic, asked as Realtime asks.
create function tests.probe(topic text, extension text) returns void language sql security definer as $$
  select set_config('realtime.topic', probe.topic, true);
  insert into realtime.messages (topic, extension, event, private, payload) values (probe.topic, probe.extension, 'probe', true, '{}')
$$;
create function tests.may_listen(topic text, extension text default 'broadcast') returns boolean language plpgsql as $$
begin
  perform tests.probe(may_listen.topic, may_listen.extension);
  return exists (select 1 from realtime.messages m where m.event = 'probe' and m.topic = may_listen.topic and m.extension = may_listen.extension);
end $$;
create function tests.may_send(topic text, extension text default 'broadcast') returns boolean language plpgsql as $$
begin
  perform set_config('realtime.topic', may_send.topic, true);
  insert into realtime.messages (topic, extension, event, private, payload) values (may_send.topic, may_send.extension, 'sent', true, '{}');
  return true;
exception when insufficient_privilege then return false;
end $$;

-- The people: of the booking and around it. driver3 gave it back, driver2 was asked and did not answer, driver carries it.
create temp table people (who text primary key, name text);
insert into people values ('its rider', 'rider'), ('another rider', 'rider2'), ('its driver', 'driver'), ('an offered driver', 'driver2'),
  ('a former driver', 'driver3'), ('another driver', 'driver4'), ('its fleet', 'fleet'), ('another fleet', 'fleet2'), ('an admin', 'admin'), ('a visitor', null);

create temp table matrix (topic text, phase text, readers text[], writers text[], primary key (topic, phase));
insert into matrix values
  ('user', 'offered', '{its rider}', '{}'), ('user', 'carried', '{its rider}', '{}'), ('user', 'over', '{its rider}', '{}'),
  -- The topic of the driver who will carry it.
  ('driver', 'offered', '{its driver}', '{}'), ('driver', 'carried', '{its driver}', '{}'), ('driver', 'over', '{its driver}', '{}'),
  ('fleet', 'offered', '{its fleet}', '{}'), ('fleet', 'carried', '{its fleet}', '{}'), ('fleet', 'over', '{its fleet}', '{}'),
  ('admin', 'offered', '{an admin}', '{}'), ('admin', 'carried', '{an admin}', '{}'), ('admin', 'over', '{an admin}', '{}'),
  -- To be asked is not to be told: an offer says what its driver needs to decide.
  ('booking', 'offered', '{its rider,an admin}', '{}'),
  ('booking', 'carried', '{its rider,its driver,its fleet,an admin}', '{}'),
  ('booking', 'over', '{its rider,its driver,its fleet,an admin}', '{}'),
  ('position', 'offered', '{}', '{}'),
  ('position', 'carried', '{its rider,its driver,its fleet,an admin}', '{its driver}'),
  ('position', 'over', '{}', '{}');
grant select on people, matrix to public;

-- The topics there are: those of the policies, and those that functions tell on.
create function tests.topics() returns setof text language sql as $$
  select m[1] from pg_policies p, regexp_matches(coalesce(p.qual, '') || coalesce(p.with_check, ''), '''([a-z_]+):%?''', 'g') m
  where p.schemaname = 'realtime' and p.tablename = 'messages'
  union select m[1] from pg_policies p, regexp_matches(coalesce(p.qual, '') || coalesce(p.with_check, ''), 'AS topic\) = ''([a-z_]+)''', 'g') m
  where p.schemaname = 'realtime' and p.tablename = 'messages'
  union select m[1] from pg_proc p, regexp_matches(p.prosrc, 'tell\(''([a-z_]+):?''', 'g') m where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
$$;
select set_eq($$ select tests.topics() $$, $$ select topic from matrix $$, 'every topic has its rows here');
select set_eq($$ select topic, phase from matrix $$, $$ select t, p from unnest(array['user', 'driver', 'fleet', 'admin', 'booking', 'position']) t,
  unnest(array['offered', 'carried', 'over']) p $$, 'for each time of a booking');
select is_empty($$ select p.policyname from pg_policies p where p.schemaname = 'realtime' and coalesce(p.qual, '') || coalesce(p.with_check, '') !~ 'extension = ''broadcast''' $$,
  'every policy is for broadcasts alone');

create function tests.topic_of(topic text) returns text language sql security definer as $$
  select topic || case topic when 'admin' then '' when 'user' then ':' || tests.id('rider') when 'driver' then ':' || tests.id('driver')
    when 'fleet' then ':' || tests.id('fleet') else ':' || tests.booking() end
$$;
create function tests.check_phase(phase text) returns setof text language plpgsql as $$
declare r record;
begin
  for r in select m.*, p.who, p.name, tests.topic_of(m.topic) as on_topic from matrix m cross join people p where m.phase = check_phase.phase order by 1, 5 loop
    if r.name is null then perform tests.as_visitor(); else perform tests.act_as(r.name); end if;
    return next is(tests.may_listen(r.on_topic), r.who = any (r.readers),
      format('%s: %s %s to %s', r.phase, r.who, case when r.who = any (r.readers) then 'listens' else 'does not listen' end, r.topic));
    return next is(tests.may_send(r.on_topic), r.who = any (r.writers),
      format('%s: %s %s on %s', r.phase, r.who, case when r.who = any (r.writers) then 'sends' else 'does not send' end, r.topic));
    return next is(tests.may_listen(r.on_topic, 'presence') or tests.may_send(r.on_topic, 'presence'), false,
      format('%s: %s is not seen on %s', r.phase, r.who, r.topic));
  end loop;
  perform tests.as_owner();
end $$;

-- Offered: driver3 took it and gave it back, driver2 and driver are asked.
update public.drivers set fleet_id = case id when tests.id('driver') then tests.id('fleet') when tests.id('driver3') then tests.id('fleet2') end, car_type_id = tests.car()
  where id in (tests.id('driver'), tests.id('driver2'), tests.id('driver3'));
select tests.go_online('driver3'), tests.book();
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select tests.go_online('driver'), tests.go_online('driver2');
select tests.let('driver3', format('select public.cancel_booking(%L)', tests.booking()));
select app.dispatch_tick();
select set_has($$ select o.driver_id from public.booking_offers o where o.booking_id = tests.booking() and o.status = 'open' $$,
  $$ select tests.id(n) from unnest(array['driver', 'driver2']) n $$, 'two are asked');
select tests.check_phase('offered');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is((select b.fleet_id from public.bookings b where b.id = tests.booking()), tests.id('fleet'), 'the fleet stands on the booking');
select tests.check_phase('carried');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.check_phase('over');

-- Topics that nobody made, and topics made of others
select tests.act_as('rider');
select ok(not tests.may_listen(t), format('"%s" is refused, and no error', t)) from unnest(array['', ':', 'booking:', 'booking:nonsense', 'booking:%', 'user:', 'user:%', 'driver:%',
  'admin:', 'ADMIN', ' admin', 'position:', 'position:%', 'fleet:%', 'user', 'booking:' || gen_random_uuid(), 'booking:''; drop table public.bookings; --', repeat('x', 5000)]) t;
select ok(not tests.may_listen('driver:' || tests.id('rider')), 'a rider has no topic of a driver');
select ok(not tests.may_listen('fleet:' || tests.id('rider')), 'nor of a fleet');
select ok(not tests.may_listen('user:' || upper(tests.id('rider')::text)), 'and only one spelling of their own');
select ok(not tests.may_listen('booking:' || upper(tests.booking()::text)), 'as of a booking');

-- A driver who leaves a fleet takes nothing of it along, and leaves what it carried
select tests.as_owner(), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
update public.drivers set fleet_id = null where id = tests.id('driver');
select tests.act_as('fleet');
select ok(tests.may_listen('booking:' || tests.booking()), 'a booking stays with the fleet that carried it');
select ok(not tests.may_listen('driver:' || tests.id('driver')), 'and its driver''s topic was never the fleet''s');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.act_as('fleet');
select ok(not tests.may_listen('booking:' || tests.booking()), 'what a driver carries after leaving is not for the fleet');
select ok(not tests.may_listen('position:' || tests.booking()), 'nor where they drive');
select * from finish();
