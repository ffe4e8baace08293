-- Holds: before a card ride starts, a maximum amount that the rider sees is reserved on the card (a hold); at the end
-- the fare is taken from it (captured).

create function app.hold_ceiling(open numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(hold_ceiling.open * (100 + s.card_hold_percent) / 100, s."decimal") from public.settings s where s.id = 1
$$;
comment on function app.hold_ceiling is
  'The maximum that is reserved on a card for a ride: the open amount plus settings.card_hold_percent for possible '
  'extra costs.';

-- Returns the time from which a hold is possible. A hold expires after about a week, so for a ride booked for later it
-- is only possible once the search for a driver begins.
create function app.hold_from(booking public.bookings) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when (booking).book_later then (booking).trip_at - make_interval(mins => s.lead_minutes)
    else (booking).created_at end
  from public.settings s where s.id = 1
$$;

create function app.hold_of(booking_id uuid) returns public.payments
language sql stable security definer set search_path = '' as $$
  select p.* from public.payments p where p.booking_id = hold_of.booking_id and p.status = 'authorized'
    order by p.authorized_amount desc, p.authorized_at, p.id limit 1
$$;
comment on function app.hold_of is
  'The active hold of a booking, if there is one; the largest while a smaller one is released.';

-- Returns whether a ride is reserved for its fare as it is now. After a change to a dearer route, what was reserved may
-- not cover it.
create function app.is_hold_sufficient(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((app.hold_of((booking).id)).authorized_amount >= app.open_amount(booking), false)
$$;

create function app.check_hold(booking public.bookings, can_hold boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(check_hold.can_hold, false) or (booking).payment_mode <> 'card' or (booking).prepaid
    or not app.is_before_end((booking).status) then perform app.refuse_status(booking); end if;
  if app.is_hold_sufficient(booking) then
    perform app.refuse('hold_exists', 409, 'The card is already reserved');
  end if;
  if app.now() < app.hold_from(booking) then
    perform app.refuse('hold_too_early', 409, format('Possible from %s', app.hold_from(booking)));
  end if;
end $$;
comment on function app.check_hold is
  'Refuses if no amount can be reserved on a card: wrong_status (also if the provider has no holds), hold_exists, '
  'hold_too_early.';

create function app.is_capturing(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select (booking).status = 'PENDING'
    and exists (select 1 from public.payments p join app.payment_jobs j on j.payment_id = p.id and j.kind = 'capture'
    and j.status = 'queued'
    where p.booking_id = (booking).id and p.status = 'authorized')
$$;
comment on function app.is_capturing is
  'Whether the fare of a ride that has ended is being taken from the card on which it was reserved.';

-- Refuses a payment while the booking's hold is being captured, because the customer would pay twice.
create function app.check_no_capture(booking public.bookings) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if app.is_capturing(booking) then
    perform app.refuse('payment_running', 409, 'The reserved card is being charged; retry in a minute');
  end if;
end $$;

create type public.booking_hold as (
  ceiling numeric, from_at timestamptz, status text, authorized_amount numeric, captured_amount numeric,
  expires_at timestamptz, is_requested boolean, is_capturing boolean, confirm_id uuid, card jsonb, is_short boolean
);
comment on type public.booking_hold is
  'Result of booking_hold. ceiling: the maximum that is reserved, null if nothing can be reserved any more; from_at: '
  'from when it can be reserved; status, amounts and expires_at of the existing hold, null if there is none; '
  'is_requested: a saved card is being asked for the hold; is_capturing: the ride has ended and its fare is being '
  'taken from the hold; confirm_id: the payment that waits for the owner to confirm it with their bank; card: {brand, '
  'last4, provider, off_session} of the saved card that holds, was asked, or will be asked, off_session if its owner '
  'agreed to reservations while away; is_short: the fare rose above what is reserved, so that up to the ceiling can '
  'be reserved instead.';

-- Holds by a saved card -----------------------------------------------------------------------------------------------

-- Returns whether the wording of a consent to save a card covers reservations while the owner is away.
create function app.is_off_session_consent(wording text) returns boolean
language sql immutable set search_path = '' as $$ select is_off_session_consent.wording >= '2026-12' $$;

-- Returns whether a rider is away when the fare of their ride is reserved: the ride was booked for later, some time
-- ago.
create function app.is_off_session(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select (booking).book_later and greatest(app.now(), app.hold_from(booking)) > (booking).created_at
    + interval '5 minutes'
$$;

-- Returns the saved card on which the fare of a ride is reserved without a press: the one that its owner used last, for
-- a ride that they booked themselves.
create function app.card_for_hold(booking public.bookings) returns public.payment_methods
language sql stable security definer set search_path = '' as $$
  select m.* from public.payment_methods m join app.card_consents c on c.payment_id = m.consent_id
    and c.withdrawn_at is null
  where (booking).payment_mode = 'card' and not (booking).prepaid and m.user_id = (booking).customer_id
    and (booking).created_by = (booking).customer_id
    and (m.exp_year, m.exp_month) >= (extract(year from app.today()), extract(month from app.today()))
    and (not app.is_off_session(booking) or app.is_off_session_consent(c.wording))
  order by m.used_at desc, m.id limit 1
$$;

create function app.hold_card(booking public.bookings, payment_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('brand', m.brand, 'last4', m.last4, 'provider', m.provider, 'off_session',
    app.is_off_session_consent(c.wording))
  from public.payment_methods m join app.card_consents c on c.payment_id = m.consent_id
  where m.id = coalesce((select k.method_id from app.payment_cards k where k.payment_id = hold_card.payment_id),
    case when hold_card.payment_id is null then (app.card_for_hold(booking)).id end)
$$;

-- Returns whether a customer may still be sent to the provider to pay: the payment is not paid and at most a day old. A
-- payment for a booking is payable only while the booking waits for this amount; a hold only until the ride ends.
create function app.is_payable(payment public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select app.is_undecided((payment).status) and (payment).created_at > app.now() - interval '1 day'
    and ((payment).request_id is null or exists (select 1 from public.payment_requests q
      where q.id = (payment).request_id and q.status = 'open' and q.expires_at >= app.now()))
    and ((payment).purpose <> 'booking' or exists (select 1 from public.bookings b where b.id = (payment).booking_id
      and case when (payment).is_hold then app.is_before_end(b.status)
        else app.is_awaiting_payment(b.status) and app.round_up_to_step(app.open_amount(b), (payment).step)
          = (payment).amount end))
$$;

create function public.booking_hold(booking_id uuid) returns public.booking_hold
language plpgsql stable security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.readable_booking(booking_hold.booking_id);
  v_hold public.payments;
  v_open boolean := v_booking.payment_mode = 'card' and not v_booking.prepaid and app.is_before_end(v_booking.status);
begin
  if auth.uid() is distinct from v_booking.customer_id and not app.has_current_role('admin') then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  select p.* into v_hold from public.payments p where p.booking_id = v_booking.id and p.is_hold
    and p.status <> 'created'
  order by app.is_secured(p.status) desc, p.authorized_amount desc, p.created_at desc limit 1;
  return (case when v_open then app.hold_ceiling(app.open_amount(v_booking)) end,
    app.hold_from(v_booking), v_hold.status, v_hold.authorized_amount, v_hold.captured_amount, v_hold.expires_at,
    v_open and exists (select 1 from app.payment_jobs j where j.booking_id = v_booking.id and j.status = 'queued'),
    app.is_capturing(v_booking),
    (select p.id from public.payments p join app.payment_steps n on n.payment_id = p.id
      join app.payment_jobs j on j.payment_id = p.id and j.kind = 'hold' and j.status = 'done'
      where v_open and not app.is_hold_sufficient(v_booking) and p.booking_id = v_booking.id and app.is_payable(p)
        and p.status = 'created' limit 1),
    app.hold_card(v_booking, v_hold.id), v_open and v_hold.status = 'authorized'
      and not app.is_hold_sufficient(v_booking))::public.booking_hold;
end $$;
comment on function public.booking_hold is
  'The maximum that would be reserved on a card for a booking, from when, the state of its hold, and the saved card '
  'for it; for the rider and the desk. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.booking_hold(uuid) to authenticated;

create function app.hold_options(booking_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('provider', (app.card_for_hold(b)).provider, 'off_session', app.is_off_session(b))
    from public.bookings b where b.id = hold_options.booking_id
$$;

-- Holds at the end of a ride ------------------------------------------------------------------------------------------

-- Returns the amount of a hold to capture now; null if nothing is left to pay, so that the hold is released.
create function app.capture_amount(payment public.payments) returns numeric
language sql stable security definer set search_path = '' as $$
  select nullif(least((payment).authorized_amount,
    app.round_up_to_step(case b.status when 'PENDING' then app.open_amount(b) when 'CANCELLED' then b.cancellation_fee
    else 0 end, (payment).step)), 0)
  from public.bookings b where b.id = (payment).booking_id
$$;
