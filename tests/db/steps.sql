-- Calls every function with a booking_id as every kind of person, in each of the ten statuses, for a ride, a prepaid parcel and
-- a parcel of the desk. Only the steps listed below may change the status. New functions are called, too. (states.test.ts tests
-- the trigger; this file tests what people can call.)
select no_plan();
select tests.set('app_category', 'both'), tests.set('test_payments', 'false');
create temporary table steps as
  select l.name, w.who, f.from_status, l.to_status, k.kind from (values
    ('accept_booking', 'driver', 'NEW', 'ACCEPTED', 'ride parcel desk'),
    ('arrive_at_pickup', 'driver', 'ACCEPTED', 'ARRIVED', 'ride parcel desk'),
    ('start_trip', 'driver', 'ARRIVED', 'STARTED', 'ride parcel desk'),
    ('no_show', 'driver', 'ARRIVED', 'CANCELLED', 'ride parcel desk'),
    -- No other driver is near: the last decline cancels the booking.
    ('decline_booking', 'driver', 'NEW', 'CANCELLED', 'ride parcel desk'),
    ('reach_drop', 'driver admin', 'STARTED', 'PENDING', 'ride desk'),
    ('reach_drop', 'driver admin', 'STARTED', 'PAID', 'parcel'),
    ('confirm_cash', 'driver admin', 'PENDING', 'PAID', 'ride desk'),
    ('pay_with_wallet', 'rider', 'PENDING', 'PAID', 'ride desk'),
    ('write_off', 'admin', 'PENDING', 'PAID', 'ride desk'),
    ('pay_with_wallet', 'rider', 'PAYMENT_PENDING', 'NEW', 'parcel'),
    ('a card is charged', 'service', 'PENDING', 'PAID', 'ride desk'),
    ('a card is charged', 'service', 'PAYMENT_PENDING', 'NEW', 'parcel'),
    ('rate_booking', 'rider', 'PAID', 'COMPLETE', 'ride parcel desk'),
    ('a day passes', 'service', 'PAID', 'COMPLETE', 'ride parcel desk'),
    ('a day passes', 'service', 'PAYMENT_PENDING', 'CANCELLED', 'parcel'),
    ('nobody takes it', 'service', 'NEW', 'CANCELLED', 'ride parcel desk'),
    ('cancel_booking', 'rider', 'PAYMENT_PENDING NEW ACCEPTED ARRIVED', 'CANCELLED', 'ride parcel desk'),
    ('cancel_booking', 'admin', 'PAYMENT_PENDING NEW ACCEPTED', 'CANCELLED', 'ride parcel desk'),
    ('cancel_booking', 'driver', 'ACCEPTED ARRIVED', 'NEW', 'ride parcel desk')) l (name, who, from_status, to_status, kinds)
  cross join unnest(string_to_array(l.who, ' ')) w (who) cross join unnest(string_to_array(l.from_status, ' ')) f (from_status)
  cross join unnest(string_to_array(l.kinds, ' ')) k (kind);

-- The value of an argument by its name. Other arguments keep their default, or get a value of their type.
create temporary table arguments (name text primary key, value text);
insert into arguments values ('booking_id', '$1'), ('otp', 'tests.code($1)'), ('amount', '1'), ('key', '''toll'''), ('stars', '5'),
  ('message', '''Hello'''), ('reason', '''because'''), ('provider', '''stripe'''), ('"position"', '1'), ('position', '1'), ('kind', '''pickup'''),
  ('path', '$1 || ''/pickup_image'''), ('driver_id', 'tests.id(''driver'')'), ('customer_id', 'tests.id(''rider'')'),
  ('quote_id', 'tests.unused_quote()'), ('charge', 'false'), ('purpose', '''booking'''),
  ('step', '''arrived'''), ('received_by', '''Eva'''), ('client_key', 'gen_random_uuid()'), ('at', 'app.now()'), ('mobile', '''+4235550101'''), ('route_km', '1');
create temporary table calls as
  select p.proname::text as name, case when has_function_privilege('authenticated', p.oid, 'execute') then null else 'service' end as who,
    format('select public.%I(%s)', p.proname, string_agg(format('%I => %s', a.name, v.value), ', ' order by a.place)) as statement
  from pg_proc p cross join unnest(p.proargnames, p.proargmodes) with ordinality a (name, mode, place)
  left join (values ('text', '''because'''), ('numeric', '1'), ('integer', '1'), ('boolean', 'true'), ('uuid', 'gen_random_uuid()'), ('jsonb', '''{}'''),
    ('timestamp with time zone', 'app.now()'), ('date', 'app.today()')) o (type, value)
    on o.type = format_type(p.proargtypes[a.place - 1], null) and a.place <= p.pronargs - p.pronargdefaults
  left join arguments n on n.name = a.name cross join lateral (select coalesce(n.value, o.value) as value) v
  where p.pronamespace = 'public'::regnamespace and 'booking_id' = any (p.proargnames) and coalesce(a.mode, 'i') = 'i' and a.place <= p.pronargs
    and v.value is not null
  group by p.oid;
-- Only what a phone showed without a signal is another amount than the fare.
update calls c set statement = replace(c.statement, ', amount => 1', '') where c.name = 'confirm_cash';
insert into calls values
  ('a card is charged', 'service', 'select public.record_payment_event(''stripe'', p.id::text, p.id, p.amount, p.currency, ''paid'')
    from tests.create_payment($1, ''stripe'', tests.id(''rider'')) p'),
  ('a day passes', 'service', 'select tests.turn(''24 hours''), app.housekeeping()'),
  ('nobody takes it', 'service', 'select tests.turn(''31 minutes''), app.dispatch_tick()');
grant select on calls, steps to public;

create function tests.unused_quote() returns uuid language sql volatile security definer as $$
  select q.id from public.fare_quotes q where q.used_at is null and q.customer_id = tests.id('rider') order by q.id desc limit 1
$$;

-- Brings a booking of rider@ with driver@ into a status with the product's functions; REACHED, which exists only within a
-- statement, is forced.
create function tests.bring(kind text, status text) returns uuid language plpgsql security definer as $$
declare
  v_id uuid;
  v_details text := '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}';
  v_step record;
begin
  perform tests.go_online();
  perform tests.let(case kind when 'desk' then 'admin' else 'rider' end, format('select public.create_booking(%L, %L, null, %L)',
    tests.quote('rider', case kind when 'ride' then 'Cab' else 'Courier' end), case kind when 'parcel' then 'card' else 'cash' end, v_details));
  v_id := tests.booking();
  perform tests.quote('rider', case kind when 'ride' then 'Cab' else 'Courier' end);
  for v_step in select * from (values
    (1, 'NEW', 'rider', case kind when 'parcel' then format('select public.pay_with_wallet(%L)', v_id) end),
    (2, 'ACCEPTED', 'driver', format('select public.accept_booking(%L)', v_id)),
    (3, 'ARRIVED', 'driver', format('select public.arrive_at_pickup(%L)', v_id)),
    -- A driver who waited long enough can report a no-show.
    (4, 'ARRIVED', 'driver', 'select tests.turn(''6 minutes''), public.report_position(47.141, 9.52)'),
    (5, 'STARTED', 'driver', format('select public.start_trip(%L, tests.code(%L))', v_id, v_id)),
    (6, 'PENDING', 'driver', format('select public.reach_drop(%L, tests.code(%L))', v_id, v_id)),
    (7, 'PAID', 'driver', format('select public.confirm_cash(%L)', v_id)),
    (8, 'COMPLETE', 'rider', format('select public.rate_booking(%L, 5)', v_id))) s (n, reached, who, statement) order by n
  loop
    exit when tests.status(v_id) = bring.status and (bring.status <> 'ARRIVED' or v_step.n > 4)
      or bring.status = 'CANCELLED' or (bring.status = 'REACHED' and v_step.n = 6);
    if v_step.statement is not null then perform tests.let(v_step.who, v_step.statement); end if;
  end loop;
  if bring.status = 'CANCELLED' then perform tests.let('rider', format('select public.cancel_booking(%L)', v_id)); end if;
  if bring.status = 'REACHED' then
    set local session_replication_role = replica;
    update public.bookings b set status = 'REACHED', reached_at = app.now() where b.id = v_id;
    set local session_replication_role = origin;
  end if;
  return v_id;
end $$;

-- The status after a call that is rolled back, or "refused", also for a result or a page without rows.
create function tests.outcome(who text, statement text, booking_id uuid) returns text language plpgsql security definer as $$
declare v_rows bigint;
begin
  perform set_config('request.jwt.claims', case who when 'service' then '{"role": "service_role"}' else tests.claims(who) end, true);
  begin
    execute format($q$ select count(*) from (%s) t (answer) where to_jsonb(t.answer) -> 'rows' is distinct from '[]' $q$, statement) into v_rows using booking_id;
    if v_rows = 0 then raise sqlstate 'PT404'; end if;
    raise sqlstate 'TT000' using message = tests.status(booking_id);
  exception when others then
    perform set_config('request.jwt.claims', '', true);
    return case when sqlstate = 'TT000' then sqlerrm when sqlstate like 'PT4__' then 'refused' else sqlstate || ' ' || sqlerrm end;
  end;
end $$;

create function tests.try_all(kind text) returns table (status text, name text, who text, outcome text) language plpgsql security definer as $$
declare
  v_all jsonb := '[]';
  v_id uuid;
  v_status text;
begin
  foreach v_status in array '{PAYMENT_PENDING,NEW,ACCEPTED,ARRIVED,STARTED,REACHED,PENDING,PAID,COMPLETE,CANCELLED}'::text[] loop
    -- A prepaid booking is never PENDING; a booking paid at the end is never PAYMENT_PENDING.
    continue when v_status = case kind when 'parcel' then 'PENDING' else 'PAYMENT_PENDING' end;
    begin
      v_id := tests.bring(kind, v_status);
      if tests.status(v_id) <> v_status then raise exception 'a % is %, not %', kind, tests.status(v_id), v_status; end if;
      v_all := v_all || (select jsonb_agg(jsonb_build_object('status', v_status, 'name', c.name, 'who', w.who,
          'outcome', tests.outcome(w.who, c.statement, v_id)))
        from calls c join unnest('{rider,rider2,driver,driver2,fleet,fleet2,admin,service}'::text[]) w (who)
          on c.who is not distinct from case w.who when 'service' then 'service' end);
      raise sqlstate 'TT000';
    exception when sqlstate 'TT000' then null;
    end;
  end loop;
  return query select t.* from jsonb_to_recordset(v_all) t (status text, name text, who text, outcome text);
end $$;

select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id('rider'), 1000), app.entry('adjustments', -1000)));
create temporary table tried (kind text, status text, name text, who text, outcome text);
update public.drivers d set car_type_id = tests.car('Cab') where d.id = tests.id('driver');
insert into tried select 'ride', t.* from tests.try_all('ride') t;
update public.drivers d set car_type_id = tests.car('Courier') where d.id = tests.id('driver');
insert into tried select 'parcel', t.* from tests.try_all('parcel') t;
insert into tried select 'desk', t.* from tests.try_all('desk') t;

select is(string_agg(format('%s: %s instead of %s', t.who, t.outcome, coalesce(s.to_status, t.status)), '; ' order by t.who) filter (where fine is null), null,
    format('%s in %s: %s %s', t.kind, t.status, t.name, coalesce('leads ' || string_agg(distinct s.to_status || ' by ' || s.who, ', '), 'changes nothing')))
from (select t.*, t.outcome in ('refused', t.status) as is_still from tried t) t
left join steps s on s.name = t.name and s.who = t.who and s.from_status = t.status and s.kind = t.kind
left join lateral (select 1 where case when s.to_status is null then t.is_still else t.outcome = s.to_status end) fine on true
group by t.kind, t.status, t.name;

-- A booking does not exist for people who are not involved in it.
select is(string_agg(distinct format('%s in %s', t.who, t.status), '; ') filter (where t.who is not null), null, format('%s refuses people who are not involved in the booking', c.name))
from calls c left join tried t on t.name = c.name and t.who in ('rider2', 'driver2', 'fleet2') and t.outcome <> 'refused'
where c.who is null group by c.name;
select * from finish();
