-- Holds: before a card ride starts, a maximum amount that the rider sees is reserved on the card (a hold); at the end
--        the fare is taken from it (captured).
-- Access: riders reserve in a checkout, or jobs on a saved card; jobs capture holds or release them; rider and desk
--         read the state of a booking's hold
-- Tests:  tests/db/holds.sql

-- Holds by a saved card -----------------------------------------------------------------------------------------------

-- Queues the hold of a ride on its rider's saved card, once per ride. Returns whether it is queued.
create function app.request_hold(booking public.bookings) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if (app.card_for_hold(booking)).id is null or app.now() < app.hold_from(booking) then return false; end if;
  insert into app.payment_jobs (kind, booking_id) values ('hold', (booking).id) on conflict do nothing;
  return found;
end $$;
comment on function app.request_hold is
  'Reserves the fare of a card ride on the saved card that its rider used last, if that is possible now; the search '
  'for a driver does not wait for it.';

-- Reserves more on the saved card after a change to a route that costs more than what is reserved. The smaller hold is
-- released once the larger one is authorized; without a saved card the rider is shown a button.
create function app.raise_hold(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).payment_mode <> 'card' or (app.hold_of((booking).id)).id is null or app.is_hold_sufficient(booking) then
    return;
  end if;
  perform app.broadcast('user:' || (booking).customer_id, 'payment');
  if (app.card_for_hold(booking)).id is null then return; end if;
  update app.payment_jobs j set status = 'queued', payment_id = null, attempts = 0, is_unsure = false,
    due_at = app.now(), done_at = null, note = null
  where j.booking_id = (booking).id and j.status <> 'queued';
  insert into app.payment_jobs (kind, booking_id) values ('hold', (booking).id) on conflict do nothing;
end $$;

-- Asking riders to reserve the fare -----------------------------------------------------------------------------------

create function app.ask_for_hold(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.notify((booking).customer_id, 'hold_due', app.notice_params(booking)
    || jsonb_build_object('amount', app.hold_ceiling(app.open_amount(booking))), (booking).id);
end $$;
comment on function app.ask_for_hold is 'Asks the rider of a later card ride to reserve the fare.';

-- Holds by a saved card -----------------------------------------------------------------------------------------------

-- Checks a due hold before it is sent: it waits for its time, and is no longer needed once the ride has ended or is
-- reserved.
create function app.ready_hold(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = (job).booking_id;
  if not app.is_before_end(v_booking.status) or app.is_hold_sufficient(v_booking) then job.status := 'done';
  elsif app.now() < app.hold_from(v_booking) then job.due_at := app.hold_from(v_booking);
  elsif (app.card_for_hold(v_booking)).id is null then
    job.status := 'done';
    if v_booking.book_later then perform app.ask_for_hold(v_booking); end if;
  end if;
  return job;
end $$;

create function public.begin_hold(job_id bigint, rule jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
  v_booking public.bookings;
  v_card public.payment_methods;
  v_view jsonb;
begin
  select j.* into v_job from app.payment_jobs j where j.id = begin_hold.job_id and j.kind = 'hold'
    and j.status = 'queued';
  if not found then perform app.refuse('payment_not_found', 404, 'No such request for a hold'); end if;
  v_booking := app.lock_booking(v_job.booking_id);
  if v_job.payment_id is not null then return public.payment_view(v_job.payment_id); end if;
  v_card := app.card_for_hold(v_booking);
  if v_card.id is null then perform app.refuse('card_not_found', 404, 'The rider has no saved card for a hold'); end if;
  v_view := public.create_payment('booking', v_card.provider, v_booking.customer_id, v_booking.id, can_hold => true,
    client_key => md5(format('hold:%s:%s', v_job.id, (select count(*) from public.payments p
      where p.booking_id = v_booking.id)))::uuid, card => v_card.id, rule => begin_hold.rule);
  update app.payment_jobs j set payment_id = (v_view ->> 'id')::uuid where j.id = v_job.id;
  return v_view;
end $$;
comment on function public.begin_hold is
  'Creates the payment of a job of kind hold, with the rider''s saved card; repeated calls return the same payment. '
  'rule: as in create_payment. Returns the payment view. '
  'Errors: payment_not_found, card_not_found, and those of create_payment.';
grant execute on function public.begin_hold(bigint, jsonb) to service_role;

-- Ends the request of a hold. A card that was not reserved is no failure of the ride: it is paid at its end. A rider
-- who is away is asked to confirm with their bank, or to reserve the fare themselves.
create function app.end_hold_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_payment public.payments;
begin
  job.status := 'done';
  select b.* into v_booking from public.bookings b where b.id = (job).booking_id;
  select p.* into v_payment from public.payments p where p.id = (job).payment_id;
  if v_payment.status = 'created' and not exists (select 1 from app.payment_steps n
    where n.payment_id = v_payment.id) then
    update public.payments p set status = 'failed' where p.id = v_payment.id and p.provider_ref is null
      returning p.* into v_payment;
  end if;
  if app.is_before_start(v_booking.status) and not app.is_hold_sufficient(v_booking) then
    if v_payment.status = 'created' then
      perform app.notify(v_booking.customer_id, 'hold_confirm',
        app.notice_params(v_booking) || jsonb_build_object('amount', v_payment.amount), v_booking.id);
    elsif v_booking.book_later then perform app.ask_for_hold(v_booking);
    end if;
  end if;
  perform app.broadcast('user:' || v_booking.customer_id, 'payment');
  return job;
end $$;

-- Holds at the end of a ride ------------------------------------------------------------------------------------------

-- Queues the request that ends a hold: capture or release (void). If a worker is already sending a capture, no release
-- is queued. Once the provider has answered the capture, finish_payment_job decides what follows.
create function app.settle_hold(payment public.payments, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- A hold that a larger one replaced is being released.
  if exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'void') then
    return;
  end if;
  if (booking).status = 'PENDING' then
    perform app.queue_payment_job('capture', payment);
  elsif (booking).status = 'CANCELLED' and (booking).cancellation_fee > 0 then
    perform app.queue_payment_job('capture', payment,
      least(app.round_up_to_step((booking).cancellation_fee, (payment).step),
      (payment).authorized_amount));
  else
    delete from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture' and j.status = 'queued'
      and j.attempts = 0;
    perform app.queue_payment_job('void', payment)
    where not exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture'
      and j.status = 'queued');
  end if;
end $$;

-- Events of providers about holds -------------------------------------------------------------------------------------

create function app.apply_authorized(event public.payment_events, payment public.payments,
  booking public.bookings) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_other public.payments := app.hold_of((booking).id);
  v_is_running constant boolean := app.is_running((booking).status);
begin
  if not app.is_in_currency(event, payment) then return 'currency_mismatch'; end if;
  if (event).amount is distinct from (payment).amount then return 'amount_mismatch'; end if;
  -- Ignores the event for a payment that is no hold: some providers report "authorized" on the way to an immediate
  -- payment.
  if not (payment).is_hold then return 'recorded'; end if;
  if (payment).status in ('authorized', 'paid', 'voided') then return 'repeated'; end if;
  update public.payments p set status = 'authorized', authorized_at = app.now(), authorized_amount = p.amount,
    charge_ref = coalesce((event).charge_ref, p.charge_ref),
      provider_ref = coalesce(p.provider_ref, (event).provider_ref),
    expires_at = greatest(p.expires_at, app.now() + interval '6 days')
  where p.id = (payment).id returning p.* into payment;
  -- Only the larger of two holds is kept; after the ride the earlier one, which may already be captured.
  if v_other.authorized_amount < (payment).authorized_amount and v_is_running then
    perform app.queue_payment_job('void', v_other);
  elsif v_other.id is not null then
    perform app.queue_payment_job('void', payment);
  elsif not v_is_running then
    perform app.settle_hold(payment, booking);
  end if;
  return 'authorized';
end $$;

create function app.apply_voided(payment public.payments) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if (payment).status = 'paid' then return 'contradicted'; end if;
  update public.payments p set status = 'voided' where p.id = (payment).id
    and p.status in ('created', 'authorized', 'failed', 'expired');
  update app.payment_jobs j set status = 'done', done_at = app.now() where j.payment_id = (payment).id
    and j.kind in ('capture', 'void', 'ask') and j.status = 'queued';
  return 'voided';
end $$;

-- Holds at the end of a ride ------------------------------------------------------------------------------------------

create function app.settle_holds(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  for v_payment in select p.* from public.payments p where p.booking_id = (booking).id and p.status = 'authorized'
    order by p.authorized_at, p.id loop
    perform app.settle_hold(v_payment, booking);
  end loop;
end $$;
comment on function app.settle_holds is
  'Ends a booking''s hold. PENDING: captures the open amount; CANCELLED: captures the cancellation fee or releases '
  'the hold; PAID: releases it.';

create function app.notify_due(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.notify((booking).customer_id, 'payment_due', app.notice_params(booking) || jsonb_build_object('amount',
    (booking).payable_amount), (booking).id);
end $$;
comment on function app.notify_due is 'Notifies a rider that an amount must still be paid.';

-- Marks a hold that cannot be captured as failed; the rider has to pay in another way.
create function app.fail_hold(payment_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_booking public.bookings;
begin
  update public.payments p set status = 'failed' where p.id = fail_hold.payment_id and p.status = 'authorized'
    returning p.* into v_payment;
  if not found then return; end if;
  select b.* into v_booking from public.bookings b where b.id = v_payment.booking_id;
  if v_booking.status = 'PENDING' then perform app.notify_due(v_booking); end if;
  perform app.broadcast('user:' || v_payment.customer_id, 'payment');
end $$;

-- Asking riders to reserve the fare -----------------------------------------------------------------------------------

create function app.ask_for_holds() returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_count integer := 0;
begin
  for v_booking in select b.* from public.bookings b where b.book_later and b.payment_mode = 'card' and not b.prepaid
    and app.is_before_start(b.status)
    and app.hold_from(b) <= app.now() and b.trip_at > app.now() - interval '1 hour' and b.payable_amount > 0
    and not exists (select 1 from app.hold_asks a where a.booking_id = b.id)
    and not exists (select 1 from public.payments p where p.booking_id = b.id and app.is_secured(p.status))
    order by b.trip_at limit 500 for key share skip locked
  loop
    insert into app.hold_asks (booking_id) values (v_booking.id) on conflict on constraint hold_asks_pkey do nothing;
    continue when not found or exists (select 1 from app.payment_jobs j where j.booking_id = v_booking.id);
    if not app.request_hold(v_booking) then perform app.ask_for_hold(v_booking); end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
comment on function app.ask_for_holds is
  'Reserves the fares of later card rides on saved cards, or asks their riders once to reserve them, at the '
  'booking''s lead time; returns their number.';
