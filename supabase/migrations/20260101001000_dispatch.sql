-- Dispatch: who is asked, in which wave, until when, and why not.
-- Needs:  bookings, positions
-- Access: a driver reads the own offers; the log answers admins, the rider and the driver who asks
-- Tests:  tests/db/dispatch.sql, tests/db/race.test.ts

create domain public.offer_status as text check (value in ('open', 'accepted', 'declined', 'lapsed', 'withdrawn'));

create table public.booking_offers (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  driver_id uuid not null references public.drivers (id),
  wave integer not null,
  distance_km numeric,
  status public.offer_status not null default 'open',
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  reference text not null,
  category text not null,
  pickup_lat double precision not null,
  pickup_lng double precision not null,
  pickup_address text not null,
  drop_lat double precision not null,
  drop_lng double precision not null,
  drop_address text not null,
  trip_distance numeric not null,
  trip_time integer not null,
  driver_share numeric not null,
  trip_cost numeric not null,
  payment_mode text not null,
  book_later boolean not null,
  trip_at timestamptz not null
);
comment on table public.booking_offers is 'A booking offered to a driver, with what the driver needs to decide. The booking itself stays closed until accepted.';
comment on column public.booking_offers.distance_km is 'From the driver to the pickup when it was offered; null where no position was known.';
comment on column public.booking_offers.wave is '1, 2, … as searched; 0 when an admin assigned.';
create unique index booking_offers_one_open on public.booking_offers (booking_id, driver_id) where status = 'open';
create index booking_offers_booking_id on public.booking_offers (booking_id, created_at);
create index booking_offers_driver_id on public.booking_offers (driver_id, created_at desc, id);
create index booking_offers_open on public.booking_offers (expires_at) where status = 'open';

create table public.dispatch_waves (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  wave integer not null,
  mode text not null check (mode in ('all', 'assigned')),
  radius_km numeric,
  candidates jsonb not null default '[]',
  exclusions jsonb not null default '[]',
  at timestamptz not null default app.now()
);
comment on table public.dispatch_waves is 'Every search for a driver: who was asked and who was not, with the reason.';
comment on column public.dispatch_waves.candidates is '[{driver_id, distance_km}], nearest first.';
comment on column public.dispatch_waves.exclusions is
  '[{driver_id, distance_km, reason}]; reason: other_car_type, stale_position, not_approved, off_duty, busy, declined, lapsed.';
create index dispatch_waves_booking_id on public.dispatch_waves (booking_id, id);

create table app.dispatch_queue (
  booking_id uuid primary key references public.bookings (id),
  due_at timestamptz not null,
  first_at timestamptz,
  wave integer not null default 0
);
comment on table app.dispatch_queue is 'Bookings that wait for a driver, and when each is looked at next.';
create index dispatch_queue_due_at on app.dispatch_queue (due_at);

alter table public.booking_offers enable row level security;
alter table public.dispatch_waves enable row level security;
alter table app.dispatch_queue enable row level security;
grant select on public.booking_offers, public.dispatch_waves to authenticated;
create policy "drivers read their own offers" on public.booking_offers for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins read every offer" on public.booking_offers for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'admin');
create policy "admins read every wave" on public.dispatch_waves for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'admin');

-- Expiry is checked here and wherever an offer counts, so no job has to run for an offer to end.
create view public.requested_drivers with (security_invoker = true) as
  select o.booking_id, o.driver_id, o.wave, o.distance_km, o.created_at, o.expires_at
  from public.booking_offers o
  where o.status = 'open' and o.expires_at > app.now();
comment on view public.requested_drivers is 'The drivers being asked now.';
grant select on public.requested_drivers to authenticated, service_role;

-- Making offers -----------------------------------------------------------------------------------------------------

create function app.has_open_offer(booking_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.booking_offers o
    where o.booking_id = has_open_offer.booking_id and o.status = 'open' and o.expires_at > app.now())
$$;

create function app.make_offer(booking public.bookings, driver_id uuid, wave integer, distance_km numeric, seconds integer)
returns void language sql volatile security definer set search_path = '' as $$
  insert into public.booking_offers (booking_id, driver_id, wave, distance_km, expires_at, reference, category,
    pickup_lat, pickup_lng, pickup_address, drop_lat, drop_lng, drop_address, trip_distance, trip_time, driver_share,
    trip_cost, payment_mode, book_later, trip_at)
  select booking.id, make_offer.driver_id, make_offer.wave, make_offer.distance_km, app.now() + make_interval(secs => make_offer.seconds),
    booking.reference, booking.category, booking.pickup_lat, booking.pickup_lng, booking.pickup_address,
    booking.drop_lat, booking.drop_lng, booking.drop_address, booking.estimate_distance, booking.estimate_time, f.driver_share,
    booking.trip_cost, booking.payment_mode, booking.book_later, booking.trip_at
  from public.booking_finances f where f.booking_id = booking.id
$$;

-- Everyone around the pickup with the reason, if any, not to ask them.
create function app.judge_drivers(booking public.bookings)
returns table (driver_id uuid, distance_km numeric, reason text)
language sql stable security definer set search_path = '' as $$
  select n.driver_id, round((n.distance_m / 1000)::numeric, 2), case
    when n.car_type <> booking.car_type_id then 'other_car_type'
    when n.updated_at <= app.now() - interval '60 seconds' then 'stale_position'
    when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
    when not d.driver_active_status then 'off_duty'
    when app.is_busy(n.driver_id) then 'busy'
    when exists (select 1 from public.booking_offers o where o.booking_id = booking.id and o.driver_id = n.driver_id
      and o.status = 'declined') then 'declined'
    when exists (select 1 from public.booking_offers o where o.booking_id = booking.id and o.driver_id = n.driver_id
      and o.status = 'lapsed' and o.expires_at > app.now() - interval '2 minutes') then 'lapsed'
  end
  from app.drivers_near(booking.pickup_lat, booking.pickup_lng, app.radius_m()) n
  join public.drivers d on d.id = n.driver_id
  join public.profiles pr on pr.id = n.driver_id
  order by n.distance_m
$$;
comment on function app.judge_drivers is 'The drivers within the radius, nearest first; reason is null for those to be asked.';

create function app.lapse_offers(booking_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.booking_offers o set status = 'lapsed', answered_at = app.now()
  where o.booking_id = lapse_offers.booking_id and o.status = 'open' and o.expires_at <= app.now()
$$;

create function app.record_wave(booking_id uuid, wave integer, candidates jsonb, exclusions jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare v_last public.dispatch_waves;
begin
  select w.* into v_last from public.dispatch_waves w where w.booking_id = record_wave.booking_id order by w.id desc limit 1;
  -- A search that finds the same nobody every few seconds is one entry, not hundreds. Distances may differ.
  if v_last.id is not null and v_last.mode = 'all' and candidates = '[]' and v_last.candidates = '[]'
    and jsonb_path_query_array(v_last.exclusions, '$[*].driver_id') = jsonb_path_query_array(exclusions, '$[*].driver_id')
    and jsonb_path_query_array(v_last.exclusions, '$[*].reason') = jsonb_path_query_array(exclusions, '$[*].reason') then
    return;
  end if;
  insert into public.dispatch_waves (booking_id, wave, mode, radius_km, candidates, exclusions)
  values (record_wave.booking_id, record_wave.wave, 'all', round((app.radius_m() / 1000)::numeric, 3), candidates, exclusions);
end $$;

create function app.cancel_undriven(booking_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.act('system', note => cancel_undriven.reason);
  update public.bookings b set status = 'CANCELLED', cancelled_by = 'system', reason = cancel_undriven.reason, cancelled_at = app.now()
  where b.id = cancel_undriven.booking_id;
end $$;

-- One search for one booking, whose row the caller has locked. Answers how many drivers were asked.
create function app.dispatch_booking(booking_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_queue app.dispatch_queue;
  v_settings public.settings;
  v_candidates jsonb;
  v_exclusions jsonb;
  v_note text;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_booking.booking_id;
  select q.* into v_queue from app.dispatch_queue q where q.booking_id = dispatch_booking.booking_id for update;
  select s.* into v_settings from public.settings s where s.id = 1;
  if v_booking.status is distinct from 'NEW' or v_queue.booking_id is null or not v_settings.auto_dispatch then return 0; end if;
  perform app.lapse_offers(v_booking.id);
  if app.has_open_offer(v_booking.id) then return 0; end if;
  if v_queue.first_at + interval '30 minutes' <= app.now() then
    perform app.cancel_undriven(v_booking.id, 'no_driver_available');
    return 0;
  end if;

  select coalesce(jsonb_agg(jsonb_build_object('driver_id', j.driver_id, 'distance_km', j.distance_km)) filter (where j.reason is null), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('driver_id', j.driver_id, 'distance_km', j.distance_km, 'reason', j.reason))
      filter (where j.reason is not null), '[]')
    into v_candidates, v_exclusions
  from app.judge_drivers(v_booking) j;
  perform app.make_offer(v_booking, c.driver_id, v_queue.wave + 1, c.distance_km, v_settings.offer_timeout)
  from jsonb_to_recordset(v_candidates) as c (driver_id uuid, distance_km numeric);
  perform app.record_wave(v_booking.id, v_queue.wave + 1, v_candidates, v_exclusions);

  update app.dispatch_queue q set wave = q.wave + (v_candidates <> '[]')::integer, first_at = coalesce(q.first_at, app.now()),
    due_at = app.now() + make_interval(secs => case when v_candidates <> '[]' then v_settings.offer_timeout else 4 end)
  where q.booking_id = v_booking.id;
  v_note := case when v_candidates <> '[]' then null
    when v_exclusions @> '[{"reason": "lapsed"}]' then 'no_driver_answered' else 'no_driver_nearby' end;
  update public.bookings b set dispatch_note = v_note where b.id = v_booking.id and b.dispatch_note is distinct from v_note;
  return jsonb_array_length(v_candidates);
end $$;
comment on function app.dispatch_booking is 'Asks everyone within the radius who may be asked; records the wave. Answers how many.';

-- A NEW booking waits for a driver; anything else does not.
create function app.tg_bookings__queue() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'NEW' then
    insert into app.dispatch_queue (booking_id, due_at, wave)
    values (new.id, case when new.book_later then greatest(app.now(),
      new.trip_at - make_interval(mins => (select s.lead_minutes from public.settings s where s.id = 1))) else app.now() end,
      coalesce((select max(w.wave) from public.dispatch_waves w where w.booking_id = new.id), 0))
    on conflict (booking_id) do nothing;
  else
    delete from app.dispatch_queue q where q.booking_id = new.id;
  end if;
  if new.status = 'CANCELLED' then
    update public.booking_offers o set status = 'withdrawn', answered_at = app.now() where o.booking_id = new.id and o.status = 'open';
  end if;
  return null;
end $$;
create trigger bookings__queue after insert on public.bookings for each row execute function app.tg_bookings__queue();
create trigger bookings__requeue after update of status on public.bookings
  for each row when (old.status is distinct from new.status) execute function app.tg_bookings__queue();

-- Advancing -----------------------------------------------------------------------------------------------------------

-- A later booking accepted ahead of time makes its driver busy at its lead time, once the driver is free.
create function app.engage_due() returns void
language sql volatile security definer set search_path = '' as $$
  update public.bookings b set engaged_at = app.now()
  where b.id in (
    select distinct on (d.driver_id) d.id from public.bookings d, public.settings s
    where d.status = 'ACCEPTED' and d.engaged_at is null and s.id = 1
      and d.trip_at - make_interval(mins => s.lead_minutes) <= app.now() and not app.is_busy(d.driver_id)
    order by d.driver_id, d.trip_at)
    and b.status = 'ACCEPTED' and b.engaged_at is null
$$;
create index bookings_to_engage on public.bookings (trip_at) where status = 'ACCEPTED' and engaged_at is null;

create function app.dispatch_tick() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_asked integer := 0;
  v_id uuid;
begin
  -- Whoever comes second has nothing to add: the one inside does the same work.
  if not pg_try_advisory_xact_lock(4841001) then return 0; end if;
  begin
    perform app.engage_due();
  exception when unique_violation then
    null; -- the driver took another booking this moment; the next tick looks again
  end;
  for v_id in select q.booking_id from app.dispatch_queue q where q.due_at <= app.now() order by q.due_at limit 200 loop
    perform 1 from public.bookings b where b.id = v_id for no key update skip locked;
    continue when not found;
    -- One booking that cannot be dispatched must not keep the others waiting.
    begin
      v_asked := v_asked + app.dispatch_booking(v_id);
    exception when others then
      raise warning 'dispatch of % failed: %', v_id, sqlerrm;
      update app.dispatch_queue q set due_at = app.now() + interval '30 seconds' where q.booking_id = v_id;
    end;
  end loop;
  return v_asked;
end $$;
comment on function app.dispatch_tick is 'Does everything in dispatch that is due. Safe to call at any time, by anyone, any number of times.';

create function public.nudge_dispatch(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = nudge_dispatch.booking_id
    and (b.customer_id = v_me.id or v_me.usertype = 'admin');
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  perform 1 from public.bookings b where b.id = v_booking.id for no key update skip locked;
  if found and exists (select 1 from app.dispatch_queue q where q.booking_id = v_booking.id and q.due_at <= app.now()) then
    perform app.dispatch_booking(v_booking.id);
  end if;
  select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  return v_booking;
end $$;
comment on function public.nudge_dispatch is 'Looks for a driver if the last search is over; for the rider''s page. Answers the booking. Errors: must_login, booking_not_found.';
revoke execute on function public.nudge_dispatch(uuid) from public, anon;
grant execute on function public.nudge_dispatch(uuid) to authenticated;

-- Assigning -------------------------------------------------------------------------------------------------------------

create function public.assign_driver(booking_id uuid, driver_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_settings public.settings;
  v_km numeric;
begin
  perform app.require_admin();
  v_booking := app.lock_booking(assign_driver.booking_id);
  select s.* into v_settings from public.settings s where s.id = 1;
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  perform app.lapse_offers(v_booking.id);
  if app.has_open_offer(v_booking.id) then
    raise sqlstate 'PT409' using message = 'offer_open', hint = 'Drivers are being asked; wait for their answer';
  end if;
  if not exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where d.id = assign_driver.driver_id and p.usertype = 'driver' and p.approved and d.car_type_id = v_booking.car_type_id) then
    raise sqlstate 'PT422' using message = 'driver_unsuitable', hint = 'Choose an approved driver with this car type';
  end if;
  if app.is_busy(assign_driver.driver_id) and v_booking.trip_at - make_interval(mins => v_settings.lead_minutes) <= app.now() then
    raise sqlstate 'PT409' using message = 'driver_busy', hint = 'This driver is on a trip';
  end if;
  select round((app.distance_m(v_booking.pickup_lat, v_booking.pickup_lng, p.lat, p.lng) / 1000)::numeric, 2) into v_km
  from public.driver_positions p where p.driver_id = assign_driver.driver_id;
  perform app.make_offer(v_booking, assign_driver.driver_id, 0, v_km, v_settings.assign_timeout);
  insert into public.dispatch_waves (booking_id, wave, mode, candidates)
  values (v_booking.id, 0, 'assigned', jsonb_build_array(jsonb_build_object('driver_id', assign_driver.driver_id, 'distance_km', v_km)));
  update app.dispatch_queue q set due_at = greatest(q.due_at, app.now() + make_interval(secs => v_settings.assign_timeout))
  where q.booking_id = v_booking.id;
  return v_booking;
end $$;
comment on function public.assign_driver is
  'An admin asks one driver. Answers the booking. Errors: not_allowed, booking_not_found, wrong_status, offer_open, driver_unsuitable, driver_busy.';
revoke execute on function public.assign_driver(uuid, uuid) from public, anon;
grant execute on function public.assign_driver(uuid, uuid) to authenticated;

-- Explaining --------------------------------------------------------------------------------------------------------------

create function public.dispatch_log(booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_log jsonb;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_log.booking_id;
  -- To a driver the log exists where it mentions them: whoever was considered may ask why.
  if v_booking.id is null or not (v_me.usertype = 'admin' or v_booking.customer_id = v_me.id
      or (v_me.usertype = 'driver' and exists (select 1 from public.dispatch_waves w where w.booking_id = v_booking.id
        and (w.candidates || w.exclusions) @> jsonb_build_array(jsonb_build_object('driver_id', v_me.id))))) then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('wave', w.wave, 'at', w.at, 'mode', w.mode, 'radius_km', w.radius_km,
      'asked', case when v_me.usertype <> 'driver' then jsonb_array_length(w.candidates) end,
      'not_asked', case when v_me.usertype <> 'driver' then jsonb_array_length(w.exclusions) end,
      'candidates', case when v_me.usertype <> 'rider' then c.list end, 'exclusions', case when v_me.usertype <> 'rider' then x.list end,
      'reasons', r.reasons, 'you', case when v_me.usertype = 'driver' then coalesce(c.outcome, x.reason, 'not_available_nearby') end))
    order by w.id), '[]') into v_log
  from public.dispatch_waves w
  cross join lateral (
    select coalesce(jsonb_agg(e || jsonb_build_object('outcome', o.status)), '[]') as list, max(o.status) as outcome
    from jsonb_array_elements(w.candidates) e
    left join public.booking_offers o on o.booking_id = w.booking_id and o.driver_id::text = e ->> 'driver_id' and o.wave = w.wave
      and o.created_at = w.at
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) c
  cross join lateral (
    select coalesce(jsonb_agg(e), '[]') as list, max(e ->> 'reason') as reason from jsonb_array_elements(w.exclusions) e
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) x
  cross join lateral (
    select jsonb_object_agg(g.reason, g.n) as reasons from (select e ->> 'reason' as reason, count(*) as n
      from jsonb_array_elements(w.exclusions) e where v_me.usertype <> 'driver' group by 1) g) r
  where w.booking_id = v_booking.id;
  return v_log;
end $$;
comment on function public.dispatch_log is
  'Why did nobody come, why was I not asked: [{wave, at, mode, radius_km, asked, not_asked, candidates, exclusions, reasons, you}]. Admins see everyone, a driver the own lines and "you", a rider numbers and reasons. Errors: must_login, booking_not_found.';
revoke execute on function public.dispatch_log(uuid) from public, anon;
grant execute on function public.dispatch_log(uuid) to authenticated;
