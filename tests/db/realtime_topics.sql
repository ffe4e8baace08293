-- Who can listen and send on which topic: every topic, person and phase of a booking. What is not listed below must be refused.
select no_plan();
-- Whether the acting person can read and write a private topic, checked as Realtime does.
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

-- Ten kinds of people, before and after each change. Which account is which kind changes with the booking.
create temp table people (who text primary key, name text);
insert into people values ('its rider', 'rider'), ('another rider', 'rider2'), ('its driver', 'driver'), ('an offered driver', 'driver2'),
  ('a former driver', 'driver3'), ('another driver', 'driver4'), ('its fleet', 'fleet'), ('another fleet', 'fleet2'), ('an admin', 'admin'), ('a visitor', null);

create temp table matrix (topic text, phase text, readers text[], writers text[], primary key (topic, phase));
-- Personal topics do not depend on a booking: those of its rider, its driver and its fleet.
insert into matrix select t.topic, p.phase, array[t.reader], '{}'
from (values ('user', 'its rider'), ('driver', 'its driver'), ('fleet', 'its fleet'), ('admin', 'an admin')) t (topic, reader),
  unnest('{offered,carried,given back,reassigned,over,cancelled}'::text[]) p (phase);
insert into matrix select 'catalogue', p.phase, (select array_agg(who) from people where name is not null), '{}'
from unnest('{offered,carried,given back,reassigned,over,cancelled}'::text[]) p (phase);
-- An applicant has no session, and is protected by an id that is not known to others.
insert into matrix select 'application', p.phase, '{a visitor}', '{}' from unnest('{offered,carried,given back,reassigned,over,cancelled}'::text[]) p (phase);
insert into auth.users (id, email) values (gen_random_uuid(), 'applicant@hackney.test');
update auth.users set email_confirmed_at = app.now() where email = 'applicant@hackney.test';
update public.profiles set usertype = 'driver', approved = false where email = 'applicant@hackney.test';
update public.profiles set suspended_at = null where email = 'applicant@hackney.test';
insert into app.applications (id, user_id) select gen_random_uuid(), p.id from public.profiles p where p.email = 'applicant@hackney.test';
insert into matrix values
  -- An offered driver cannot listen to the booking: the offer holds what is needed to decide.
  ('booking', 'offered', '{its rider,an admin}', '{}'),
  ('booking', 'carried', '{its rider,its driver,its fleet,an admin}', '{}'),
  ('booking', 'given back', '{its rider,an admin}', '{}'),
  ('booking', 'reassigned', '{its rider,its driver,its fleet,an admin}', '{}'),
  ('booking', 'over', '{its rider,its driver,its fleet,an admin}', '{}'),
  ('booking', 'cancelled', '{its rider,its driver,its fleet,an admin}', '{}'),
  ('position', 'offered', '{}', '{}'),
  ('position', 'carried', '{its rider,its driver,its fleet,an admin}', '{its driver}'),
  ('position', 'given back', '{}', '{}'),
  ('position', 'reassigned', '{its rider,its driver,its fleet,an admin}', '{its driver}'),
  ('position', 'over', '{}', '{}'),
  ('position', 'cancelled', '{}', '{}');
grant select, update on people, matrix to public;

-- All existing topics: those in policies and those that functions broadcast on.
create function tests.topics() returns setof text language sql as $$
  select m[1] from pg_policies p, regexp_matches(coalesce(p.qual, '') || coalesce(p.with_check, ''), '''([a-z_]+):%?''', 'g') m
  where p.schemaname = 'realtime' and p.tablename = 'messages'
  union select m[1] from pg_policies p, regexp_matches(coalesce(p.qual, '') || coalesce(p.with_check, ''), 'AS topic\) = ''([a-z_]+)''', 'g') m
  where p.schemaname = 'realtime' and p.tablename = 'messages'
  union select m[1] from pg_proc p, regexp_matches(p.prosrc, 'tell\(''([a-z_]+):?''', 'g') m where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
$$;
select set_eq($$ select tests.topics() $$, $$ select topic from matrix $$, 'every topic of a policy or function has rows in this matrix');
-- Spec 4.6, 4.58
select set_eq($$ select topic, phase from matrix $$, $$ select distinct t.topic, p.phase from matrix t, matrix p $$, 'every topic has a row for each phase of a booking');
select is_empty($$ select p.policyname from pg_policies p where p.schemaname = 'realtime' and p.permissive = 'PERMISSIVE'
  and coalesce(p.qual, '') || coalesce(p.with_check, '') !~ 'extension = ''broadcast''' $$,
  'every realtime policy that admits is limited to broadcasts');

-- The topics on which positions of this booking are or were sent. Earlier ones must be closed, too.
create temp table known_topics (topic text primary key);
grant select, insert on known_topics to public;
create function tests.position_topic() returns text language sql volatile security definer as $$
  insert into known_topics select t.topic from app.position_topics t where t.booking_id = tests.booking() on conflict do nothing;
  select coalesce((select t.topic from app.position_topics t where t.booking_id = tests.booking()), 'position:' || tests.booking())
$$;
create function tests.topic_of(topic text) returns text language sql security definer as $$
  select case when topic in ('admin', 'catalogue') then topic when topic = 'position' then tests.position_topic()
    when topic = 'application' then 'application:' || (select a.id from app.applications a) else topic || ':' || case topic
    when 'booking' then tests.booking() else tests.id((select p.name from people p where p.who = case topic when 'user' then 'its rider' else 'its ' || topic end)) end end
$$;
create function tests.asked_topic() returns text language plpgsql as $$
begin
  return public.position_topic(tests.booking());
exception when sqlstate 'PT404' then return null;
end $$;
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
      format('%s: %s cannot use presence on %s', r.phase, r.who, r.topic));
  end loop;
  -- By RPC: people who can follow the car get its topic, others get nothing.
  for r in select m.readers, p.who, p.name from matrix m cross join people p where m.phase = check_phase.phase and m.topic = 'position' and p.name is not null loop
    perform tests.act_as(r.name);
    return next is(tests.asked_topic(), case when r.who = any (r.readers) then tests.position_topic() end,
      format('%s: %s %s', phase, r.who, case when r.who = any (r.readers) then 'gets the topic of the car' else 'gets no topic of the car' end));
    return next ok(not exists (select 1 from known_topics k where k.topic <> tests.position_topic() and (tests.may_listen(k.topic) or tests.may_send(k.topic))),
      format('%s: %s can neither listen nor send on an earlier position topic', phase, r.who));
  end loop;
  perform tests.as_owner();
end $$;

-- Offered: driver3 accepted it and gave it back; driver2 and driver have offers.
update public.drivers set car_type_id = tests.car(),
  fleet_id = case id when tests.id('driver') then tests.id('fleet') when tests.id('driver2') then tests.id('fleet2') end
  where id in (tests.id('driver'), tests.id('driver2'), tests.id('driver3'));
select tests.go_online('driver3'), tests.book();
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select ok(tests.position_topic() ~ ('^position:' || tests.booking() || ':[0-9a-f]{32}$'), 'the position topic of a booking contains a random key');
select tests.go_online('driver'), tests.go_online('driver2');
select tests.let('driver3', format('select public.cancel_booking(%L)', tests.booking()));
select app.dispatch_tick();
select set_has($$ select o.driver_id from public.booking_offers o where o.booking_id = tests.booking() and o.status = 'open' $$,
  $$ select tests.id(n) from unnest(array['driver', 'driver2']) n $$, 'two drivers have an open offer for the booking');
select tests.check_phase('offered');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is((select b.fleet_id from public.bookings b where b.id = tests.booking()), tests.id('fleet'), 'an accepted booking stores the driver''s fleet');
select tests.check_phase('carried');
create temp table before as select tests.position_topic() as topic;
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.position_topic(), (select topic from before), 'a step of the trip keeps the position topic');

-- Given back: driver is a former driver like driver3, and its fleet is no longer involved.
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.check_phase('given back');

-- Reassigned: driver2 of another fleet carries it.
update people set name = case who when 'its driver' then 'driver2' when 'an offered driver' then 'driver3' when 'a former driver' then 'driver'
  when 'its fleet' then 'fleet2' when 'another fleet' then 'fleet' end
where who in ('its driver', 'an offered driver', 'a former driver', 'its fleet', 'another fleet');
select tests.go_online('driver2'), app.dispatch_booking(tests.booking());
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select tests.check_phase('reassigned');
select is((select count(*) from known_topics), 3::bigint, 'each of the three drivers had a position topic of their own');
select tests.let('driver2', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver2', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  tests.let('driver2', format('select public.reach_drop(%L)', tests.booking()));
select tests.check_phase('over');
select tests.let('driver2', format('select public.confirm_cash(%L)', tests.booking()));
select is_empty($$ select 1 from app.position_topics $$, 'a paid trip has no position topic');

-- Cancelled by the rider, carried by the first driver.
select tests.turn('1 minute');
update people set name = case who when 'its driver' then 'driver' when 'a former driver' then 'driver2' when 'its fleet' then 'fleet' when 'another fleet' then 'fleet2' end
where who in ('its driver', 'a former driver', 'its fleet', 'another fleet');
select tests.ride('ACCEPTED');
select tests.position_topic();
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select tests.check_phase('cancelled');
select is_empty($$ select 1 from app.position_topics $$, 'a cancelled trip has no position topic');

-- A token keeps the old role after its owner is demoted, suspended or deleted. The session also keeps its state.
create temp table tokens (name text primary key, claims jsonb);
grant select on tokens to public;
create function tests.keep_token(name text) returns void language sql volatile security definer as $$
  with opened as (insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), tests.id(keep_token.name), now()) returning id)
  insert into tokens select keep_token.name, tests.claims(keep_token.name)::jsonb || jsonb_build_object('session_id', o.id) from opened o
$$;
create function tests.with_token(name text) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', (select t.claims::text from tokens t where t.name = with_token.name), true), set_config('role', 'authenticated', true);
end $$;
create function tests.all_topics() returns setof text language sql volatile security definer as $$
  select unnest(array['admin', 'booking:' || tests.booking(), tests.position_topic()])
  union all select k || ':' || (select t.claims ->> 'sub' from tokens t where t.claims ->> 'sub' = auth.uid()::text) from unnest('{user,driver,fleet}'::text[]) k
$$;
create function tests.allowed_topics() returns text[] language sql volatile as $$
  select coalesce(array_agg(split_part(t, ':', 1) order by t), '{}') from tests.all_topics() t where tests.may_listen(t)
$$;
grant execute on all functions in schema tests to public;
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.keep_token(n) from unnest('{admin2,fleet,driver,rider}'::text[]) n;
select tests.with_token('admin2'); select is(tests.allowed_topics(), '{admin,booking,position,user}', 'an admin can listen to the office topic and every trip');
select tests.with_token('fleet'); select is(tests.allowed_topics(), '{booking,fleet,position,user}', 'a fleet admin can listen to the fleet and its trips');
select tests.with_token('driver'); select is(tests.allowed_topics(), '{booking,driver,position,user}', 'a driver can listen to the own offers and trip');
select ok(tests.may_send(tests.position_topic()), 'a driver can send on the trip''s position topic');
select tests.with_token('rider'); select is(tests.allowed_topics(), '{booking,position,user}', 'a rider can listen to the own trip');
select tests.as_owner();
update public.profiles set usertype = 'rider' where id in (tests.id('admin2'), tests.id('fleet'));
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id(n))) from unnest('{driver,rider}'::text[]) n;
select tests.with_token('admin2'); select is(tests.allowed_topics(), '{}', 'a demoted admin cannot listen to any topic with the old token');
select throws_ok($$ select public.position_topic(tests.booking()) $$, 'PT401', 'not_logged_in', 'a demoted admin cannot get a position topic with the old token');
select tests.with_token('fleet'); select is(tests.allowed_topics(), '{}', 'a demoted fleet admin cannot listen to any topic with the old token');
select tests.with_token('driver'); select is(tests.allowed_topics(), '{}', 'a suspended driver cannot listen to any topic with the old token');
select ok(not tests.may_send(tests.position_topic()), 'a suspended driver cannot send a position with the old token');
select tests.with_token('rider'); select is(tests.allowed_topics(), '{}', 'a suspended rider cannot listen to any topic with the old token');
select tests.act_as('admin2'); select is(tests.may_listen('admin'), false, 'a demoted admin cannot listen to the office topic with a new token');
select tests.as_owner();
update public.profiles set usertype = 'fleetadmin' where id = tests.id('fleet');
update public.profiles set approved = true where id in (tests.id('driver'), tests.id('rider'));
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));

-- Topics that do not exist, and topics built from other ids
select tests.act_as('rider');
select ok(not tests.may_listen(t), format('listening to the topic "%s" is refused without an error', t)) from unnest(array['', ':', 'booking:', 'booking:nonsense', 'booking:%', 'user:', 'user:%', 'driver:%',
  'admin:', 'ADMIN', ' admin', 'position:', 'position:%', 'fleet:%', 'user', 'booking:' || gen_random_uuid(), 'booking:''; drop table public.bookings; --', repeat('x', 5000)]) t;
select ok(not tests.may_listen('driver:' || tests.id('rider')), 'a rider cannot listen to a driver topic with the own id');
select ok(not tests.may_listen('fleet:' || tests.id('rider')), 'a rider cannot listen to a fleet topic with the own id');
select ok(not tests.may_listen('user:' || upper(tests.id('rider')::text)), 'a rider cannot listen to the own topic in upper case');
select ok(not tests.may_listen('booking:' || upper(tests.booking()::text)), 'a rider cannot listen to the booking''s topic in upper case');

-- A driver who leaves a fleet: the fleet keeps earlier bookings and gets no later ones
select tests.as_owner(), tests.turn('1 minute'), tests.ride('ACCEPTED');
update public.drivers set fleet_id = null where id = tests.id('driver');
select tests.act_as('fleet');
select ok(tests.may_listen('booking:' || tests.booking()), 'a fleet admin can listen to a booking after its driver left the fleet');
select ok(tests.may_listen(tests.position_topic()), 'a fleet admin can follow the car until the trip ends after its driver left the fleet');
select ok(not tests.may_listen('driver:' || tests.id('driver')), 'a fleet admin cannot listen to the topic of a driver');
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.act_as('fleet');
select ok(not tests.may_listen('booking:' || tests.booking()), 'a fleet admin cannot listen to a booking that a driver accepted after leaving');
select ok(not tests.may_listen(tests.position_topic()), 'a fleet admin cannot follow the car of a driver after leaving');
select * from finish();
