-- Claims at risk: a driver who accepted a later booking ahead of time may be unable to come.

create function app.ask_claimant(booking public.bookings, risk text, settings public.settings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.set_actor('system');
  perform app.add_event((booking).id, (booking).status, (booking).status, 'claim_asked_' || risk);
  perform app.notify((booking).driver_id, 'claim_check', app.notice_params(booking) - 'driver'
    || jsonb_build_object('risk', risk,
    'until', app.answer_until(booking, settings)), (booking).id);
end $$;
comment on function app.ask_claimant is
  'Asks the driver of a claim whether they will come, and adds a line to the history of the booking, whose row the '
  'caller has locked.';

-- Checks one claim: records the risk, asks the driver once, and takes the booking away in time. Locks the booking only
-- to write.
create function app.check_claim(booking public.bookings, settings public.settings) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Asks at the reminder, or five minutes before the lead time if that is earlier.
  v_early boolean := (booking).trip_at - make_interval(mins => greatest((settings).reminder_minutes,
    (settings).lead_minutes + 5)) > app.now();
  v_risk text := app.claim_risk(booking, v_early);
  v_check app.claim_checks;
  v_asks boolean;
  v_is_claim_lost boolean;
begin
  select c.* into v_check from app.claim_checks c
  where c.booking_id = (booking).id and c.driver_id = (booking).driver_id and c.trip_at = (booking).trip_at;
  if v_risk is null and v_check.risk is null then return; end if;
  v_is_claim_lost := v_risk is not null
    and app.is_claim_lost(booking, v_risk, v_check.asked_at, v_check.kept_at, settings);
  v_asks := v_risk is not null and v_risk <> 'suspended' and v_check.asked_at is null and not v_early
    and not v_is_claim_lost
    and app.now() < app.answer_until(booking, settings);
  if not v_asks and not v_is_claim_lost and v_risk is not distinct from v_check.risk then return; end if;

  perform 1 from public.bookings b where b.id = (booking).id and b.status = 'ACCEPTED'
    and b.driver_id = (booking).driver_id
    and b.trip_at = (booking).trip_at for no key update skip locked;
  if not found then return; end if;
  if v_is_claim_lost then
    perform app.return_booking(booking, 'claim_' || v_risk, by_desk => true);
    perform app.notify((booking).driver_id, 'claim_passed_on', app.notice_params(booking) - 'driver', (booking).id);
    return;
  end if;
  insert into app.claim_checks as c (booking_id, driver_id, trip_at, risk, since, asked_at)
  values ((booking).id, (booking).driver_id, (booking).trip_at, v_risk,
    case when v_risk is not null then app.now() end, case when v_asks then app.now() end)
  on conflict on constraint claim_checks_pkey do update set driver_id = excluded.driver_id, trip_at = excluded.trip_at,
    risk = excluded.risk,
    since = case when excluded.risk is not null then coalesce(v_check.since, excluded.since) end,
    asked_at = coalesce(v_check.asked_at, excluded.asked_at), kept_at = v_check.kept_at;
  -- A question is over once the driver is on the way to an answer by themselves, such as by going on duty.
  if v_risk is null then perform app.close_notices((booking).driver_id, 'claim_check', (booking).id); end if;
  if v_asks then perform app.ask_claimant(booking, v_risk, settings); end if;
end $$;

-- Checks the claims of the next two hours: within settings.reminder_minutes for everything, before it for what the desk
-- can only mend early. An error in one claim does not stop the others.
create function app.check_claims() returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_settings public.settings := app.settings();
  v_booking public.bookings;
begin
  for v_booking in select b.* from public.bookings b where b.status = 'ACCEPTED' and b.book_later
      and b.trip_at <= app.now() + greatest(interval '2 hours',
        make_interval(mins => greatest(v_settings.reminder_minutes, v_settings.lead_minutes + 5)))
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
comment on function app.check_claims is
  'Asks drivers who may be unable to come to a later booking that they accepted ahead of time, and returns it to '
  'dispatch if they do not confirm.';

-- Counts a claim that left its driver. The note of a step that the driver takes is what the driver wrote, so it gives
-- no reason.
create function app.count_lost_claim(was public.bookings, booking public.bookings) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_settings public.settings := app.settings();
  v_is_own boolean := (booking).driver_cancel_count > (was).driver_cancel_count or (booking).cancelled_by = 'driver';
  v_note text := app.actor() ->> 'note';
begin
  if (booking).status not in ('NEW', 'CANCELLED') or (booking).status = 'CANCELLED' and not v_is_own
    or (was).accepted_at >= (was).trip_at - make_interval(mins => v_settings.lead_minutes) then return; end if;
  insert into app.lost_claims (booking_id, driver_id, reason) values ((was).id, (was).driver_id,
    case when v_is_own then 'cancelled' when v_note ~ '^claim_' then substr(v_note, 7)
      when v_note = 'driver_suspended' then 'suspended' else 'late' end)
  on conflict on constraint lost_claims_pkey do update set reason = excluded.reason, at = excluded.at;
  if exists (select from app.frequent_claim_losers() f where f.person_id = (was).driver_id) then
    perform app.broadcast('admin', 'attention');
  end if;
end $$;

create function app.end_claim_check(was public.bookings, booking public.bookings) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.count_lost_claim(was, booking);
  delete from app.claim_checks c where c.booking_id = (was).id;
  if found then perform app.close_notices((was).driver_id, 'claim_check', (was).id); end if;
end $$;
comment on function app.end_claim_check is 'Ends the check of a claim whose driver has arrived or no longer has it.';

create function public.answer_claim(booking_id uuid, will_come boolean) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(answer_claim.booking_id);
  v_check app.claim_checks;
begin
  if v_booking.status <> 'ACCEPTED' then perform app.refuse_status(v_booking); end if;
  select c.* into v_check from app.claim_checks c
  where c.booking_id = v_booking.id and c.driver_id = v_booking.driver_id and c.trip_at = v_booking.trip_at
    and c.asked_at is not null;
  if not found then
    perform app.refuse('claim_not_asked', 409,
      'The driver was not asked about this booking; cancel_booking returns it');
  end if;
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
comment on function public.answer_claim is
  'The driver of a later booking, who was asked by the notice claim_check, will come (idempotent) or gives it back, '
  'which does not count as a return of the booking (bookings.driver_cancel_count) but as a claim that the driver lost '
  '(lost_claims). '
  'Errors: must_login, account_suspended, not_a_driver, require_approval, booking_not_found, wrong_status, '
  'claim_not_asked, document_expired (a promise does not renew it), demo_mode (drivers give nothing back).';
grant execute on function public.answer_claim(uuid, boolean) to authenticated;
