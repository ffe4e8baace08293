-- Claims at risk: a driver who accepted a later booking ahead of time may be unable to come. Such a driver is asked in time, and
-- without a yes the booking returns to dispatch while a free driver still has the whole lead time.
-- Needs:  claims, waves, cancelling, driver documents, shifts, progress (app.trip_watch), notices
-- Access: internal, except answer_claim for the driver of the booking; the desk reads the attention list
-- Tests:  tests/db/claim_checks.sql, tests/db/races.test.ts

create table app.claim_checks (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  trip_at timestamptz not null,
  risk text check (risk in ('suspended', 'papers', 'car', 'off_duty', 'silent', 'late')),
  since timestamptz,
  asked_at timestamptz,
  kept_at timestamptz,
  constraint claim_checks_risk check ((risk is null) = (since is null)),
  constraint claim_checks_answer check (kept_at is null or asked_at is not null)
);
create index claim_checks_driver_id on app.claim_checks (driver_id);
call app.describe('app.claim_checks', $$
  Later bookings whose driver may be unable to come. A row is deleted when the booking leaves the status ACCEPTED.
  trip_at: The pickup time that the check is about. Another time starts a new check.
  risk: Why the driver may be unable to come (app.claim_risk); null if nothing speaks against it now.
  since: When this risk was first seen.
  asked_at: When the driver was asked.
  kept_at: When the driver confirmed. The answer counts until half of the lead time has passed.
$$);
alter table app.claim_checks enable row level security;

-- Drivers are asked for their claims in the order of the pickup times.
create index bookings_claimed on public.bookings (trip_at) where status = 'ACCEPTED' and book_later;

-- How long a car needs for a distance: 2 minutes a kilometre as the crow flies, as in offers.
create function app.way(from_lat double precision, from_lng double precision, to_lat double precision, to_lng double precision) returns interval
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(app.distance_m(from_lat, from_lng, to_lat, to_lng), 0) / 1000 * interval '2 minutes'
$$;
comment on function app.way is 'Estimated time for the straight line between two places, at 30 km/h; 0 if a place is unknown.';

-- Reckons when a driver can be at the pickup of a claim: first come the trip under way, and the jobs and claims before this one,
-- each with its way. A trip takes as long as estimated, but never ends before the car can be at its drop; a car near the drop has
-- no other estimate. has_work is false if the driver can set out now.
create function app.reckon_claim(booking public.bookings, out at timestamptz, out has_work boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lat double precision;
  v_lng double precision;
  j record;
begin
  at := app.now();
  has_work := false;
  select p.lat, p.lng into v_lat, v_lng from public.driver_positions p
  where p.driver_id = (booking).driver_id and p.updated_at > app.now() - interval '60 seconds';
  for j in
    select b.status, b.book_later, b.trip_at, b.started_at, b.pickup_lat, b.pickup_lng, b.drop_lat, b.drop_lng,
      make_interval(secs => coalesce(b.estimate_time, 0)) as takes,
      exists (select 1 from app.trip_watch w where w.booking_id = b.id and w.driver_id = b.driver_id and w.ending_at is not null) as is_ending
    from public.bookings b
    where b.driver_id = (booking).driver_id and b.id <> (booking).id and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
      and (b.engaged_at is not null or (b.trip_at, b.id) < ((booking).trip_at, (booking).id))
    order by b.engaged_at is null, b.status = 'ACCEPTED', b.trip_at, b.id
  loop
    has_work := true;
    case j.status
      when 'REACHED' then null;
      when 'STARTED' then
        at := greatest(at + app.way(v_lat, v_lng, j.drop_lat, j.drop_lng), case when not j.is_ending then j.started_at + j.takes end);
      else
        at := greatest(at + case when j.status = 'ACCEPTED' then app.way(v_lat, v_lng, j.pickup_lat, j.pickup_lng) else interval '0' end,
          case when j.book_later then j.trip_at end) + j.takes;
    end case;
    v_lat := coalesce(j.drop_lat, v_lat);
    v_lng := coalesce(j.drop_lng, v_lng);
  end loop;
  at := at + app.way(v_lat, v_lng, (booking).pickup_lat, (booking).pickup_lng);
end $$;
comment on function app.reckon_claim is 'When the driver of a claim can be at its pickup, after the work before it.';

-- A driver without a suitable car now may still take one: before settings.reminder_minutes only a car that was withdrawn counts.
create function app.lacks_car(booking public.bookings, early boolean) returns boolean language sql stable security definer set search_path = '' as $$
  select case
    when exists (select 1 from app.driver_shifts s join app.shared_vehicles v on v.id = s.vehicle_id
      where s.driver_id = d.id and s.ended_at is null and v.retired_at is not null) then true
    when d.car_type_id is not distinct from (booking).car_type_id and app.driver_carries((booking).requirements, d.id)
      and (app.is_blank((booking).vehicle_number) or not app.is_blank(d.vehicle_number)) then false
    when early then not app.is_blank((booking).vehicle_number) and exists (select 1 from app.shared_vehicles v
        where v.fleet_id is not distinct from d.fleet_id and lower(v.vehicle_number) = lower((booking).vehicle_number) and v.retired_at is not null)
      and not exists (select 1 from app.shared_vehicles v
        where v.fleet_id is not distinct from d.fleet_id and lower(v.vehicle_number) = lower((booking).vehicle_number) and v.retired_at is null)
    else true end
  from public.drivers d where d.id = (booking).driver_id
$$;
comment on function app.lacks_car is 'Whether the driver of a claim has no car for it: the car was retired, or another driver has it and the present one does not fit.';

-- Returns why the driver of a claim may be unable to come; null if nothing speaks against it. Before settings.reminder_minutes
-- (early) a driver may be at home, so only what does not pass by itself counts.
create function app.claim_risk(booking public.bookings, early boolean) returns text language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver record;
  v_reckoned record;
begin
  select p.approved and p.usertype = 'driver' as is_approved, d.driver_active_status as is_on_duty,
    (select o.updated_at from public.driver_positions o where o.driver_id = d.id) as seen_at into v_driver
  from public.drivers d join public.profiles p on p.id = d.id where d.id = (booking).driver_id;
  if not v_driver.is_approved then return 'suspended'; end if;
  if app.lacks_document((booking).driver_id, (select greatest(app.today(), ((booking).trip_at at time zone s.time_zone)::date) from public.settings s where s.id = 1)) then
    return 'papers';
  end if;
  if app.lacks_car(booking, early) then return 'car'; end if;
  if not early and not v_driver.is_on_duty then return 'off_duty'; end if;
  if not early and coalesce(v_driver.seen_at, '-infinity') <= app.now() - interval '60 seconds' then return 'silent'; end if;
  v_reckoned := app.reckon_claim(booking);
  if v_reckoned.at > (booking).trip_at + interval '5 minutes' and (v_reckoned.has_work or not early) then return 'late'; end if;
  return null;
end $$;
comment on function app.claim_risk is 'Why the driver of a claim may be unable to come: suspended, papers (they expire before the trip), car, off_duty, silent (no position for 60 s) or late (reckoned more than 5 minutes after trip_at); null if nothing speaks against it.';

-- The lead time begins with another driver on the way, so a driver without an answer has to be gone half a minute before.
create function app.answer_until(booking public.bookings, settings public.settings) returns timestamptz language sql immutable set search_path = '' as $$
  select (booking).trip_at - make_interval(mins => (settings).lead_minutes) - interval '30 seconds'
$$;
comment on function app.answer_until is 'Until when the answer of a claim''s driver counts.';

-- Whether a driver with this risk loses the booking now. A yes counts until half of the lead time has passed, because a driver who promised to come
-- sets out in it; expired papers it cannot mend. A driver who was never asked, or has set out, is not given up for a short gap in the
-- signal; nor one who has set out for being late if nobody else would be there sooner.
create function app.gives_up(booking public.bookings, risk text, asked_at timestamptz, kept_at timestamptz, settings public.settings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lead interval := make_interval(mins => (settings).lead_minutes);
  v_lead_at timestamptz := (booking).trip_at - v_lead;
begin
  if app.now() < app.answer_until(booking, settings) or (booking).accepted_at > app.now() - interval '1 minute' then return false; end if;
  if risk in ('suspended', 'papers') then return true; end if;
  if gives_up.kept_at is not null and app.now() < v_lead_at + v_lead / 2 then return false; end if;
  if risk = 'silent' and (gives_up.asked_at is null or (booking).engaged_at is not null) then
    return not exists (select 1 from public.driver_positions p where p.driver_id = (booking).driver_id
      and p.updated_at > greatest(case when gives_up.asked_at is not null then v_lead_at end, app.now() - interval '3 minutes'));
  end if;
  if (booking).engaged_at is null then return true; end if;
  return risk <> 'late' or exists (select 1 from app.judge_drivers(booking, 1) j
    where j.reason is null and app.now() + interval '1 minute' + j.distance_km::double precision * interval '2 minutes' < (app.reckon_claim(booking)).at);
end $$;

create function app.ask_claimant(booking public.bookings, risk text, settings public.settings) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.set_actor('system');
  perform app.add_event((booking).id, (booking).status, (booking).status, 'claim_asked_' || risk);
  perform app.notify((booking).driver_id, 'claim_check', app.notice_params(booking) - 'driver' || jsonb_build_object('risk', risk,
    'until', app.answer_until(booking, settings)), (booking).id);
end $$;
comment on function app.ask_claimant is 'Asks the driver of a claim whether they will come, and adds a line to the history of the booking, whose row the caller has locked.';

-- Checks one claim: records the risk, asks the driver once, and takes the booking away in time. Locks the booking only to write.
create function app.check_claim(booking public.bookings, settings public.settings) returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Asks at the reminder, or five minutes before the lead time if that is earlier.
  v_early boolean := (booking).trip_at - make_interval(mins => greatest((settings).reminder_minutes, (settings).lead_minutes + 5)) > app.now();
  v_risk text := app.claim_risk(booking, v_early);
  v_check app.claim_checks;
  v_asks boolean;
  v_gives_up boolean;
begin
  select c.* into v_check from app.claim_checks c
  where c.booking_id = (booking).id and c.driver_id = (booking).driver_id and c.trip_at = (booking).trip_at;
  if v_risk is null and v_check.risk is null then return; end if;
  v_gives_up := v_risk is not null and app.gives_up(booking, v_risk, v_check.asked_at, v_check.kept_at, settings);
  v_asks := v_risk is not null and v_risk <> 'suspended' and v_check.asked_at is null and not v_early and not v_gives_up
    and app.now() < app.answer_until(booking, settings);
  if not v_asks and not v_gives_up and v_risk is not distinct from v_check.risk then return; end if;

  perform 1 from public.bookings b where b.id = (booking).id and b.status = 'ACCEPTED' and b.driver_id = (booking).driver_id
    and b.trip_at = (booking).trip_at for no key update skip locked;
  if not found then return; end if;
  if v_gives_up then
    perform app.return_booking(booking, 'claim_' || v_risk, by_desk => true);
    perform app.notify((booking).driver_id, 'claim_passed_on', app.notice_params(booking) - 'driver', (booking).id);
    return;
  end if;
  insert into app.claim_checks as c (booking_id, driver_id, trip_at, risk, since, asked_at)
  values ((booking).id, (booking).driver_id, (booking).trip_at, v_risk, case when v_risk is not null then app.now() end, case when v_asks then app.now() end)
  on conflict on constraint claim_checks_pkey do update set driver_id = excluded.driver_id, trip_at = excluded.trip_at, risk = excluded.risk,
    since = case when excluded.risk is not null then coalesce(v_check.since, excluded.since) end,
    asked_at = coalesce(v_check.asked_at, excluded.asked_at), kept_at = v_check.kept_at;
  -- A question is over once the driver is on the way to an answer by themselves, such as by going on duty.
  if v_risk is null then perform app.close_notices((booking).driver_id, 'claim_check', (booking).id); end if;
  if v_asks then perform app.ask_claimant(booking, v_risk, settings); end if;
end $$;

-- Checks the claims of the next two hours: within settings.reminder_minutes for everything, before it for what the desk can only
-- mend early. An error in one claim does not stop the others.
create function app.check_claims() returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_settings public.settings := app.settings();
  v_booking public.bookings;
begin
  for v_booking in select b.* from public.bookings b where b.status = 'ACCEPTED' and b.book_later
      and b.trip_at <= app.now() + greatest(interval '2 hours', make_interval(mins => greatest(v_settings.reminder_minutes, v_settings.lead_minutes + 5)))
      -- A driver who accepted within the lead time was found by the search and set out at once: that is no claim.
      and b.accepted_at < b.trip_at - make_interval(mins => v_settings.lead_minutes)
    order by b.trip_at limit 500
  loop
    begin
      perform app.check_claim(v_booking, v_settings);
    exception when lock_not_available then
      null; -- a row is in use; the next tick retries
    when others then raise warning 'checking the claim % failed: %', v_booking.id, sqlerrm;
    end;
  end loop;
end $$;
comment on function app.check_claims is 'Asks drivers who may be unable to come to a later booking that they accepted ahead of time, and returns it to dispatch if they do not confirm.';

create function app.end_claim_check(was public.bookings) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from app.claim_checks c where c.booking_id = (was).id;
  if found then perform app.close_notices((was).driver_id, 'claim_check', (was).id); end if;
end $$;
comment on function app.end_claim_check is 'Ends the check of a claim whose driver has arrived or no longer has it.';

create function public.answer_claim(booking_id uuid, will_come boolean) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_carried(answer_claim.booking_id);
  v_check app.claim_checks;
begin
  if v_booking.status <> 'ACCEPTED' then perform app.refuse_status(v_booking); end if;
  select c.* into v_check from app.claim_checks c
  where c.booking_id = v_booking.id and c.driver_id = v_booking.driver_id and c.trip_at = v_booking.trip_at and c.asked_at is not null;
  if not found then perform app.refuse('claim_not_asked', 409, 'The driver was not asked about this booking; cancel_booking returns it'); end if;
  if not coalesce(answer_claim.will_come, false) then
    perform app.require_edits();
    return app.return_booking(v_booking, 'claim_given_back', by_desk => true);
  end if;
  if v_check.risk = 'papers' then perform app.refuse('document_expired', 409, 'Renew the document first'); end if;
  if v_check.kept_at is null then
    update app.claim_checks c set kept_at = app.now() where c.booking_id = v_booking.id;
    -- Without a position: the driver may be at home.
    perform app.set_actor('driver', v_booking.driver_id);
    perform app.add_event(v_booking.id, v_booking.status, v_booking.status, 'claim_kept');
  end if;
  perform app.close_notices(v_booking.driver_id, 'claim_check', v_booking.id);
  return v_booking;
end $$;
comment on function public.answer_claim is 'The driver of a later booking, who was asked by the notice claim_check, will come (idempotent) or gives it back, which is not counted against the driver. Errors: must_login, account_suspended, not_a_driver, require_approval, booking_not_found, wrong_status, claim_not_asked, document_expired (a promise does not renew it), demo_mode (drivers give nothing back).';
grant execute on function public.answer_claim(uuid, boolean) to authenticated;
