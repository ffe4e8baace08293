-- Creating a booking from a quote.
-- Access: riders book for themselves, admins for any rider
-- Tests:  tests/db/bookings_create.sql, tests/db/deliveries.sql

create function app.disputed_fees(customer_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(f.amount), 0) from public.no_show_fees f
  where f.customer_id = disputed_fees.customer_id and f.status = 'charged' and f.objected_at is not null
    and f.decided_at is null
$$;
comment on function app.disputed_fees is
  'Sum of a rider''s charged no-show fees to which the rider has objected and which the desk has not decided.';

create function app.check_customer(customer public.profiles, later boolean, by_admin boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if customer.usertype <> 'rider' or not customer.approved then
    perform app.refuse('user_issue_contact_admin', 403, 'Only approved riders can book');
  end if;
  if by_admin then
    -- If the desk books, a number and one of the two names are enough, because the desk often knows no more about a
    -- caller on the telephone.
    if coalesce(customer.mobile, '') = '' or app.is_blank(customer.first_name) and app.is_blank(customer.last_name) then
      perform app.refuse('incomplete_user', 422, 'The rider needs a name and a mobile number');
    end if;
  -- For bookings that a rider makes, e-mail address and both names are required; blank values count as missing.
  elsif app.is_blank(customer.email) or app.is_blank(customer.first_name) or app.is_blank(customer.last_name) then
    perform app.refuse('profile_incomplete', 422, 'Complete names and e-mail first');
  end if;
  -- Debts block a booking. A no-show fee that the rider disputes does not count as a debt until the desk has decided.
  if customer.wallet_balance + app.disputed_fees(customer.id) < 0
    or exists (select 1 from public.bookings b where b.customer_id = customer.id and b.status = 'PENDING') then
    perform app.refuse('unpaid_booking', 409, 'Pay the last ride or the wallet''s debt first');
  end if;
  if by_admin then return; end if;
  -- Refuses riders who have just created and cancelled many bookings, because each booking alerts the phones of several
  -- drivers.
  perform app.check_limit('cancelled_bookings', (select count(*) from public.bookings b
    where b.customer_id = customer.id
    and b.created_at > app.limit_since('cancelled_bookings') and b.cancelled_by = 'rider'));
  -- The limits on open and on later bookings also count unpaid parcels; otherwise a client could create any number of
  -- bookings without paying.
  perform app.check_limit(case when later then 'later_bookings' else 'open_bookings' end, (select count(*)
    from public.bookings b
    where b.customer_id = customer.id and b.book_later = later
      and b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')));
end $$;
comment on function app.check_customer is
  'Refuses a customer who may not book: user_issue_contact_admin, profile_incomplete, incomplete_user, '
  'unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings.';

create function app.check_details(category text, details jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if category = 'delivery' and (app.is_blank(details ->> 'delivery_person')
      or app.phone_of(details ->> 'delivery_person_phone') is null) then
    perform app.refuse('deliveryDetailMissing', 422,
      'Give delivery_person and delivery_person_phone (E.164: +4235550101 or +4235550101;ext=12)');
  end if;
  if not app.is_name(details ->> 'guest_name') or not app.is_name(details ->> 'delivery_person') then
    perform app.refuse_name();
  end if;
  -- A guest needs a phone number, so that the driver can reach them.
  if not app.is_blank(details ->> 'guest_name') and app.phone_of(details ->> 'guest_phone') is null then
    perform app.refuse('mobile_no_blank_error', 422,
      'Give guest_phone (E.164: +4235550101 or +4235550101;ext=12) with guest_name');
  end if;
end $$;
comment on function app.check_details is
  'Refuses incomplete or misleading details: deliveryDetailMissing, name_invalid, mobile_no_blank_error.';

-- Checks that a car of the quoted type can meet the requirements. Parcels have no requirements except the car type.
create function app.check_requirements(quote public.fare_quotes, details jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_requirements jsonb := app.requirements_of(details -> 'requirements');
begin
  if v_requirements <> '{}' and (quote).category = 'delivery' then
    perform app.refuse('requirements_invalid', 422, 'Requirements are only for rides');
  end if;
  if not app.car_type_can_carry(v_requirements, (quote).car_type_id) then
    perform app.refuse('car_type_unsuitable', 422, 'No car of this type meets the requirements; see cars_that_carry');
  end if;
end $$;
comment on function app.check_requirements is
  'Refuses requirements that no car of the quoted type meets: requirements_invalid, car_type_unsuitable.';

create function app.lead_time() returns interval
language sql immutable parallel safe as $$ select interval '15 minutes' $$;
comment on function app.lead_time is
  'How long before its start a later booking is possible. At most settings.later_days ahead.';

create function app.trip_at_limits(out earliest timestamptz, out latest timestamptz)
language sql stable set search_path = '' as $$
  select app.now() + app.lead_time(), app.now() + make_interval(days => s.later_days)
    from public.settings s where s.id = 1
$$;

create function public.trip_at_limits() returns table (earliest timestamptz, latest timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform app.me(); end if;
  return query select l.earliest, l.latest from app.trip_at_limits() l;
end $$;
comment on function public.trip_at_limits is
  'The earliest and latest time for a later booking, as of now. '
  'Errors: account_suspended.';
grant execute on function public.trip_at_limits() to anon, authenticated;

-- Refuses a way to pay that the operator does not take. A wallet is filled by card, so without cards only a wallet that
-- has money pays.
create function app.check_payment_mode(quote public.fare_quotes, payment_mode text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_settings public.settings := app.settings();
begin
  if payment_mode = 'cash' and not v_settings.cash_payments or payment_mode = 'card' and not v_settings.card_payments
    or payment_mode = 'wallet' and not v_settings.card_payments and not exists (select 1 from public.profiles p
      where p.id = (quote).customer_id and p.wallet_balance > 0) then
    perform app.refuse('payment_mode_unavailable', 422, format('%s is not taken', payment_mode));
  end if;
end $$;

create function app.check_category(category text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (app.settings()).app_category not in (check_category.category, 'both') then
    perform app.refuse('category_unavailable', 422, format('settings.app_category excludes %s', category));
  end if;
end $$;
comment on function app.check_category is
  'Refuses with category_unavailable rides or parcels (taxi, delivery) that the operator does not offer.';

create function app.check_order(quote public.fare_quotes, payment_mode text, trip_at timestamptz,
  by_admin boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_limits record;
begin
  select l.* into v_limits from app.trip_at_limits() l;
  if by_admin and not (app.settings()).telephone_orders then
    perform app.refuse('telephone_orders_off', 409, 'settings.telephone_orders is off');
  end if;
  perform app.check_category(quote.category);
  if trip_at < v_limits.earliest then
    perform app.refuse('past_booking_error', 422, format('Choose a time at least %s minutes from now', extract(minutes
      from app.lead_time())));
  end if;
  -- Refuses a time later than settings.later_days allows, and so also 'infinity', which is later than any time.
  if trip_at > v_limits.latest then
    perform app.refuse('trip_at_too_far', 422, 'Choose a time within settings.later_days from now');
  end if;
  if not app.is_quote_valid_at(quote, check_order.trip_at) then
    perform app.refuse('quote_mismatch', 409, 'The fare differs at this time; request it with trip_at');
  end if;
  if quote.category = 'delivery' and payment_mode = 'cash' and not by_admin then
    perform app.refuse('delivery_cash_refused', 422, 'Riders pay parcels before pickup, by wallet or card');
  end if;
  if payment_mode is null or payment_mode not in ('cash', 'wallet', 'card') then
    perform app.refuse('payment_mode_unavailable', 422, 'Pay by cash, wallet or card');
  end if;
  perform app.check_payment_mode(quote, check_order.payment_mode);
  if quote.promo_code is not null and quote.promo_id is null then
    perform app.refuse('promo_not_found', 404,
      'The promotion was withdrawn; remove it from the quote with apply_promo');
  end if;
end $$;
comment on function app.check_order is
  'Refuses an order that cannot be booked: telephone_orders_off, category_unavailable, past_booking_error, '
  'trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, promo_not_found.';

-- Returns the index of the chosen entry in a list of the car type; null if the list has changed since the quote and no
-- longer contains this entry.
create function app.index_of(choices jsonb, chosen jsonb) returns integer
language sql immutable set search_path = '' as $$
  select min(c.place)::integer - 1 from jsonb_array_elements(choices) with ordinality c (choice, place)
    where c.choice = chosen
$$;

create function app.is_in_session(user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from auth.sessions s where s.user_id = is_in_session.user_id
    and (s.not_after is null or app.outside_time(s.not_after) > app.now()))
$$;
comment on function app.is_in_session is 'Whether a person is signed in on some device.';

-- Whether a guest is told the start code: of a ride that the desk booked only if it is paid where it is driven.
-- Otherwise the code belongs to the customer whose wallet or card pays, and the desk could name anybody as the guest.
create function app.is_code_for_guest(by_admin boolean, payment_mode text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not is_code_for_guest.by_admin or is_code_for_guest.payment_mode = 'cash'
$$;

-- Returns whether somebody can tell the driver a start code. The customer of a ride that the desk booked by telephone
-- may have no app in which to read one, and the desk itself never reads a code. A parcel's code goes to its recipient
-- by text message.
create function app.can_tell_code(category text, customer_id uuid, guest_phone text, by_admin boolean,
  payment_mode text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not can_tell_code.by_admin or can_tell_code.category = 'delivery'
    or app.is_in_session(can_tell_code.customer_id)
    or app.is_code_for_guest(can_tell_code.by_admin, can_tell_code.payment_mode)
      and exists (select 1 from public.profiles p
      where p.mobile = can_tell_code.guest_phone and p.mobile_verified and app.is_in_session(p.id))
$$;
