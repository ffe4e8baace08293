-- Helpers of the database tests: created in each test's transaction and rolled back with it.
-- Acting: tests.as_owner(), tests.as_visitor(), tests.as_service(), tests.act_as('rider'). Names are the demo people's
-- addresses before the @. tests.let('rider', statement) runs one statement as a person.
-- A ride: tests.quote(), tests.book() and tests.ride('STARTED') return ids; tests.booking() is the id of the latest booking.

-- The same start for every test. app.now() is ten seconds past the operator's next noon, so that no test depends on the
-- time or day of its run. All drivers' positions are an hour old, so that dispatch finds no driver until go_online().
update app.clock set "offset" = (select noon.at + interval '10 seconds' - now() from public.settings s,
  lateral (select (date_trunc('day', now() at time zone s.time_zone + interval '12 hours') + interval '12 hours') at time zone s.time_zone as at) noon
  where s.id = 1);
update public.driver_positions set updated_at = now() - interval '1 hour';
-- No rounding of cash, so that tests can compare cents; cash_rounding.sql sets the unit itself.
update public.settings set cash_unit = 0;

create schema tests;
grant usage on schema tests to public;
grant create on schema tests to postgres;
alter default privileges in schema tests grant execute on functions to public;

-- The id of a demo person.
create function tests.id(name text) returns uuid language sql stable security definer as $$
  select u.id from auth.users u where u.email = name || '@hackney.test'
$$;

-- The drivers of a fleet admin.
create function tests.fleet(name text) returns setof uuid language sql stable security definer as $$
  select d.id from public.drivers d where d.fleet_id = tests.id(name)
$$;

-- The claims of a person's access token, made by the real token hook. After tests.factors(2) the tokens say that a second factor was
-- checked, after tests.factors(1) that there was none; before, they say nothing about it.
create function tests.claims(name text) returns text language sql stable security definer as $$
  select (app.access_token_hook(jsonb_build_object('user_id', tests.id(name), 'claims',
    jsonb_strip_nulls(jsonb_build_object('sub', tests.id(name), 'role', 'authenticated',
      'aal', nullif(current_setting('tests.aal', true), ''), 'amr', jsonb_build_array(jsonb_build_object('method', 'otp',
        'timestamp', floor(extract(epoch from now()) - coalesce(nullif(current_setting('tests.sign_in_age', true), '')::integer, 0)))))))) -> 'claims')::text
$$;

-- How many seconds ago the people signed in who act from now on.
create function tests.sign_in_age(seconds integer) returns void language sql as $$
  select set_config('tests.sign_in_age', seconds::text, true)
$$;

create function tests.factors(count integer) returns void language sql as $$
  select set_config('tests.aal', 'aal' || count, true)
$$;

-- The following statements run as this signed-in person, under the row policies.
create function tests.act_as(name text) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', tests.claims(name), true), set_config('response.status', '', true);
  perform set_config('role', 'authenticated', true);
end $$;

-- The following statements run as a visitor who is not signed in.
create function tests.as_visitor() returns void language sql as $$
  select set_config('request.jwt.claims', '{"role": "anon"}', true), set_config('role', 'anon', true)
$$;

-- The following statements run as the service role, as edge functions do.
create function tests.as_service() returns void language sql as $$
  select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('role', 'service_role', true)
$$;

-- The following statements run as the owner of the tables: not a superuser, but row policies do not apply.
create function tests.as_owner() returns void language sql as $$
  select set_config('request.jwt.claims', '', true), set_config('role', 'postgres', true)
$$;

-- Moves app.now() forward.
create function tests.turn(by_how_much interval) returns void language sql security definer as $$
  update app.clock set "offset" = "offset" + by_how_much
$$;

-- Changes a setting as the owner, no matter who is acting: a demo would refuse the change to an admin.
create function tests.set(name text, value text) returns void language plpgsql security definer as $$
declare v_before text := current_setting('request.jwt.claims', true);
begin
  perform set_config('request.jwt.claims', '', true);
  execute format('update public.settings set %I = %L where id = 1', name, value);
  perform set_config('request.jwt.claims', v_before, true);
end $$;

-- Runs one statement with a person's claims, then restores the previous ones. Functions check the claims; row policies do not
-- apply, because the database role stays the owner.
create function tests.let(name text, statement text) returns void language plpgsql security definer as $$
declare v_before text := current_setting('request.jwt.claims', true);
begin
  perform set_config('request.jwt.claims', tests.claims(name), true);
  execute statement;
  perform set_config('request.jwt.claims', v_before, true);
end $$;

-- The same; returns 'done', or the error's message without raising it.
create function tests.outcome(name text, statement text) returns text language plpgsql security definer as $$
declare v_before text := current_setting('request.jwt.claims', true);
begin
  perform tests.let(name, statement);
  return 'done';
exception when others then
  perform set_config('request.jwt.claims', v_before, true);
  return case when sqlstate like 'PT4__' then sqlerrm else sqlstate || ' ' || sqlerrm end;
end $$;

-- The columns of a table that an insert can write: all but generated ones.
create function tests.stored_columns(name regclass) returns text language sql stable as $$
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
  where a.attrelid = name and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
$$;

-- The rows of a page. Raises a refusal that the function answered.
create function tests.rows_of(page json) returns json language plpgsql as $$
begin
  if page ->> 'code' <> '' then raise exception using errcode = page ->> 'code', message = page ->> 'message', hint = page ->> 'hint'; end if;
  return page -> 'rows';
end $$;

-- For each function that returns a page, a function of the same name here that returns the page's rows, with columns:
-- select b.id from tests.list_bookings(page_size => 3) b.
do $$
declare f record;
begin
  for f in select p.oid, p.proname::text as name, (regexp_match(obj_description(p.oid, 'pg_proc'), '@returns page of (\w+)'))[1] as of
    from pg_proc p where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') ~ '@returns page of'
  loop
    execute format('create function tests.%I(%s) returns setof public.%I language sql volatile as
      $f$ select r.* from json_populate_recordset(null::public.%3$I, tests.rows_of(public.%1$I(%4$s))) r $f$', f.name, pg_get_function_arguments(f.oid), f.of,
      (select coalesce(string_agg('$' || n, ', ' order by n), '') from pg_proc p, generate_series(1, p.pronargs) n where p.oid = f.oid));
  end loop;
end $$;

-- Reads a list page by page to its end. Returns the ids in the list's order. `rows` is a query for one page: its columns are the
-- id and the sort value of a row, and its parameters are the page size ($1) and the sort value and id of the last row read ($2, $3),
-- which are null for the first page.
create function tests.pages(size integer, rows text) returns uuid[] language plpgsql as $$
declare
  v_all uuid[] := '{}';
  v_ids uuid[];
  v_values text[];
begin
  loop
    execute format('select array_agg(p.id), array_agg(p.value) from (%s) p (id, value)', rows) into v_ids, v_values
      using size, v_values[cardinality(v_values)], v_ids[cardinality(v_ids)];
    exit when v_ids is null or cardinality(v_all) > 500;
    v_all := v_all || v_ids;
  end loop;
  return v_all;
end $$;

-- Deletes all bookings with their offers, finances and codes, past the triggers that refuse it.
create function tests.delete_bookings() returns void language plpgsql security definer as $$
begin
  set local session_replication_role = replica;
  delete from public.bookings;
  delete from public.booking_offers;
  delete from public.booking_finances;
  delete from app.dispatch_queue;
  delete from app.start_codes;
  set local session_replication_role = origin;
end $$;

create function tests.car(name text default 'Cab') returns uuid language sql stable security definer as $$
  select c.id from public.car_types c where c.name = car.name
$$;

-- The order of a ride from Vaduz to Schaan, as quote_fare takes it.
create function tests.order(car text default 'Cab', km numeric default 3.5, secs integer default 420) returns jsonb
language sql stable as $$
  select jsonb_build_object('car_type_id', tests.car(car), 'distance_in_km', km, 'time_in_secs', secs, 'polyline', 'abc',
    'pickup', '{"lat": 47.141, "lng": 9.5209, "add": "Vaduz, Post"}'::jsonb,
    'drop', '{"lat": 47.1655, "lng": 9.5103, "add": "Schaan, Bahnhof"}'::jsonb)
$$;

create function tests.quote(rider text default 'rider', car text default 'Cab') returns uuid language sql security definer as $$
  select (to_jsonb(public.quote_fare(tests.id(rider), tests.order(car))) ->> 'quote_id')::uuid
$$;

-- The id of the latest booking.
create function tests.booking() returns uuid language sql volatile security definer as $$
  select b.id from public.bookings b order by b.created_at desc, b.id desc limit 1
$$;

create function tests.status(booking_id uuid default tests.booking()) returns text language sql volatile security definer as $$
  select b.status from public.bookings b where b.id = status.booking_id
$$;

-- Puts a driver on duty at a place; by default next to the pickup of tests.order().
create function tests.go_online(name text default 'driver', lat double precision default 47.141, lng double precision default 9.5200)
returns void language sql security definer as $$
  -- A day since the last position, so that the new position does not count as a jump.
  update public.driver_positions p set updated_at = app.now() - interval '1 day' where p.driver_id = tests.id(name) and p.updated_at <= app.now();
  select tests.let(name, 'select public.set_driver_active(true)'),
    tests.let(name, format('select public.report_position(%s, %s)', lat, lng))
$$;

create function tests.book(rider text default 'rider', car text default 'Cab', trip_at timestamptz default null) returns uuid
language plpgsql security definer as $$
begin
  perform tests.let(rider, format('select public.create_booking(%L, ''cash'', %L)', tests.quote(rider, car), trip_at));
  return tests.booking();
end $$;

-- Moves a booking to a status as the actor of app.set_actor. The patch holds times and ids as text.
create function tests.move(to_status text, patch jsonb default '{}', booking_id uuid default tests.booking()) returns public.bookings
language sql volatile as $$ select app.move_booking(move.booking_id, move.to_status, move.patch) $$;

create function tests.cancel(by_role text, fee numeric default 0, booking_id uuid default tests.booking()) returns public.bookings language sql volatile as $$
  select tests.move('CANCELLED', jsonb_build_object('cancelled_at', app.now(), 'cancelled_by', by_role, 'cancellation_fee', fee), cancel.booking_id)
$$;

-- The start code, which only the rider can read in the product.
create function tests.code(booking_id uuid default tests.booking()) returns text language sql volatile security definer as $$
  select c.code from app.start_codes c where c.booking_id = code.booking_id
$$;

create function tests.is_busy(name text) returns boolean language sql volatile security definer as $$
  select app.is_busy(tests.id(name))
$$;

-- Plays a ride of rider@ with driver@ until it has the given status.
create function tests.ride(until text) returns uuid language plpgsql security definer as $$
declare
  v_id uuid;
  v_step record;
begin
  perform tests.go_online();
  v_id := tests.book();
  for v_step in select * from (values
    (1, 'ACCEPTED', 'driver', format('select public.accept_booking(%L)', v_id)),
    (2, 'ARRIVED', 'driver', format('select public.arrive_at_pickup(%L)', v_id)),
    (3, 'STARTED', 'driver', format('select public.start_trip(%L, %L)', v_id, tests.code(v_id))),
    (4, 'PENDING', 'driver', format('select public.reach_drop(%L)', v_id)),
    (5, 'PAID', 'driver', format('select public.confirm_cash(%L)', v_id)),
    (6, 'COMPLETE', 'rider', format('select public.rate_booking(%L, 5)', v_id))) s (n, reached, who, statement) order by n
  loop
    exit when tests.status(v_id) = until;
    perform tests.let(v_step.who, v_step.statement);
  end loop;
  return v_id;
end $$;

-- Stores a file of this owner as Storage does.
create function tests.put_file(bucket text, path text, owner uuid default null, type text default 'image/png', size bigint default 1000, version text default '1')
returns void language sql volatile security definer as $$
  insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
  values (put_file.bucket, put_file.path, put_file.owner, put_file.owner::text, put_file.version,
    jsonb_build_object('eTag', '"' || md5(put_file.version) || '"', 'size', put_file.size, 'mimetype', put_file.type))
  on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version, metadata = excluded.metadata
$$;

-- As if the bytes of every stored file had been checked.
create function tests.pass_files() returns void language sql volatile security definer as $$
  insert into app.file_checks (bucket, path, mark, status) select o.bucket_id, o.name, app.file_mark(o.version, o.metadata), 'clean' from storage.objects o
  on conflict on constraint file_checks_bucket_path_key do update set mark = excluded.mark, status = 'clean', reason = null
$$;

-- Brings a wallet and its bonus money to 0.
create function tests.clear_wallet(name text) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
    app.entry('wallet:' || p.id, p.bonus_balance - p.wallet_balance), app.entry('bonus:' || p.id, -p.bonus_balance), app.entry('adjustments', p.wallet_balance)))
  from public.profiles p where p.id = tests.id(name) and (p.wallet_balance, p.bonus_balance) <> (0, 0)
$$;

-- The broadcasts of a topic, in their order.
create function tests.events_of(topic text) returns setof text language sql volatile security definer as $$
  select m.event from realtime.messages m where m.topic = events_of.topic
  -- Rows of one transaction share a time, so their order is that of the commands (cmin).
  order by m.cmin::text::bigint, m.event
$$;

-- Starts a card payment of a booking and returns its row.
create function tests.create_payment(booking_id uuid, provider text, customer_id uuid, client_key uuid default gen_random_uuid()) returns public.payments
language plpgsql as $$
declare
  v_id uuid := (public.create_payment('booking', create_payment.provider, create_payment.customer_id, create_payment.booking_id,
    client_key => create_payment.client_key) ->> 'id')::uuid;
  v_payment public.payments;
begin
  select p.* into v_payment from public.payments p where p.id = v_id;
  return v_payment;
end $$;

-- The planner's plan in one line.
create function tests.plan(statement text) returns text language plpgsql as $$
declare v_line text; v_plan text := '';
begin
  for v_line in execute 'explain ' || statement loop v_plan := v_plan || v_line || ' '; end loop;
  return v_plan;
end $$;

-- Starts a payment of any purpose and returns its id; tests.record_event() records an event of its provider.
create function tests.begin_payment(purpose text, amount numeric default null, rider text default 'rider', booking_id uuid default null, can_hold boolean default false,
  provider text default 'stripe') returns uuid language sql volatile security definer as $$
  select (public.create_payment(begin_payment.purpose, begin_payment.provider, tests.id(begin_payment.rider), begin_payment.booking_id, begin_payment.amount,
    begin_payment.can_hold) ->> 'id')::uuid
$$;
create sequence tests.event_ids;
create function tests.record_event(payment_id uuid, status text, amount numeric default null, more jsonb default '{}') returns text
language plpgsql security definer as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payments p where p.id = record_event.payment_id;
  return (public.record_payment_event(coalesce(more ->> 'provider', v_payment.provider), coalesce(more ->> 'event_id', 'evt_' || nextval('tests.event_ids')), record_event.payment_id,
    case when not more ? 'no_amount' then coalesce(record_event.amount, v_payment.amount) end, coalesce(more ->> 'currency', v_payment.currency), record_event.status, '{}', more ->> 'ref', more ->> 'charge',
    (more ->> 'fee')::numeric, (more ->> 'refund_id')::uuid, more ->> 'refund_ref', more ->> 'dispute', (more ->> 'due_at')::timestamptz)).outcome;
end $$;
-- The balance of a ledger account.
create function tests.booked(name text) returns numeric language sql volatile security definer as $$ select app.ledger_balance(booked.name) $$;
create function tests.wallet_of(name text) returns numeric language sql volatile security definer as $$
  select p.wallet_balance from public.profiles p where p.id = tests.id(name)
$$;
-- Brings a wallet to an amount.
create function tests.fill_wallet(name text, amount numeric) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
    app.entry('wallet:' || tests.id(name), amount - tests.wallet_of(name)), app.entry('adjustments', tests.wallet_of(name) - amount))) where amount <> tests.wallet_of(name)
$$;
-- One column of a payment, as text.
create function tests.paid(payment_id uuid, of text) returns text language sql volatile security definer as $$
  select to_jsonb(p) ->> paid.of from public.payments p where p.id = paid.payment_id
$$;
-- Takes the due payment jobs, as a worker does, and returns those of a kind.
create function tests.take_job(wanted text default null) returns table (job_id bigint, kind text, amount text, refund_id uuid, attempts integer, payment_id uuid)
language sql volatile security definer as $$
  select t.job_id, t.kind, t.amount, t.refund_id, t.attempts, (t.payment ->> 'id')::uuid from public.take_payment_jobs(200) t
  where take_job.wanted is null or t.kind = take_job.wanted
$$;
-- Dispatch of the last booking: the drivers with an offer (names before @, nearest first), a tick after some time, and why the
-- last search excluded a driver.
create function tests.drivers_asked() returns setof text language sql volatile security definer as $$
  select split_part(u.email, '@', 1) from public.requested_drivers r join auth.users u on u.id = r.driver_id
  where r.booking_id = tests.booking() order by r.distance_km
$$;
create function tests.tick(after interval default '0') returns integer language sql security definer as $$
  select tests.turn(after); select app.dispatch_tick()
$$;
create function tests.exclusion(driver text) returns text language sql volatile security definer as $$
  select e ->> 'reason' from (select w.* from public.dispatch_waves w where w.booking_id = tests.booking() order by w.id desc limit 1) w,
    jsonb_array_elements(w.exclusions) e where e ->> 'driver_id' = tests.id(driver)::text
$$;
