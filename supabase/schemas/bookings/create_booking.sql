-- Creating a booking from a quote.
-- Needs:  bookings, promos, fares, dispatch
-- Access: riders book for themselves, admins for any rider
-- Tests:  tests/db/bookings_create.sql, tests/db/deliveries.sql

create function app.check_customer(customer public.profiles, later boolean, by_admin boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if customer.usertype <> 'rider' or not customer.approved then
    perform app.refuse('user_issue_contact_admin', 403, 'Only approved riders can book');
  end if;
  if by_admin then
    -- If the desk books, a number and one of the two names are enough, because the desk often knows no more about a caller on
    -- the telephone.
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
  -- Refuses riders who have just created and cancelled many bookings, because each booking alerts the phones of several drivers.
  perform app.check_limit('cancelled_bookings', (select count(*) from public.bookings b where b.customer_id = customer.id
    and b.created_at > app.limit_since('cancelled_bookings') and b.cancelled_by = 'rider'));
  -- The limits on open and on later bookings also count unpaid parcels; otherwise a client could create any number of bookings
  -- without paying.
  perform app.check_limit(case when later then 'later_bookings' else 'open_bookings' end, (select count(*) from public.bookings b
    where b.customer_id = customer.id and b.book_later = later and b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')));
end $$;
comment on function app.check_customer is 'Refuses a customer who may not book: user_issue_contact_admin, profile_incomplete, incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings.';

create function app.take_quote(quote_id uuid, me public.profiles) returns public.fare_quotes
language plpgsql security definer set search_path = '' as $$
declare v_quote public.fare_quotes := app.lock_quote(quote_id, me);
begin
  update public.fare_quotes q set used_at = app.now() where q.id = v_quote.id returning q.* into v_quote;
  return v_quote;
end $$;
comment on function app.take_quote is 'Marks the quote as used and returns it. Errors: quote_not_found, quote_used, quote_expired.';

create function app.check_details(category text, details jsonb) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if category = 'delivery' and (app.is_blank(details ->> 'delivery_person')
      or app.line_of(details ->> 'delivery_person_phone') is null) then
    perform app.refuse('deliveryDetailMissing', 422, 'Give delivery_person and delivery_person_phone (E.164: +4235550101 or +4235550101;ext=12)');
  end if;
  if not app.is_name(details ->> 'guest_name') or not app.is_name(details ->> 'delivery_person') then perform app.refuse_name(); end if;
  -- A guest needs a phone number, so that the driver can reach them.
  if not app.is_blank(details ->> 'guest_name') and app.line_of(details ->> 'guest_phone') is null then
    perform app.refuse('mobile_no_blank_error', 422, 'Give guest_phone (E.164: +4235550101 or +4235550101;ext=12) with guest_name');
  end if;
end $$;
comment on function app.check_details is 'Refuses incomplete or misleading details: deliveryDetailMissing, name_invalid, mobile_no_blank_error.';

-- Checks that a car of the quoted type can meet the requirements. Parcels have no requirements except the car type.
create function app.check_requirements(quote public.fare_quotes, details jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_requirements jsonb := app.requirements_of(details -> 'requirements');
begin
  if v_requirements <> '{}' and (quote).category = 'delivery' then
    perform app.refuse('requirements_invalid', 422, 'Requirements are only for rides');
  end if;
  if not app.type_carries(v_requirements, (quote).car_type_id) then
    perform app.refuse('car_type_unsuitable', 422, 'No car of this type meets the requirements; see cars_that_carry');
  end if;
end $$;
comment on function app.check_requirements is 'Refuses requirements that no car of the quoted type meets: requirements_invalid, car_type_unsuitable.';

create function app.trip_at_limits(out earliest timestamptz, out latest timestamptz) language sql stable set search_path = '' as $$
  select app.now() + interval '15 minutes', app.now() + make_interval(days => s.later_days) from public.settings s where s.id = 1
$$;
create function public.trip_at_limits() returns table (earliest timestamptz, latest timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform app.me(); end if;
  return query select l.earliest, l.latest from app.trip_at_limits() l;
end $$;
comment on function public.trip_at_limits is 'The earliest and latest time for a later booking, as of now. Errors: account_suspended.';
grant execute on function public.trip_at_limits() to anon, authenticated;

create function app.check_order(quote public.fare_quotes, payment_mode text, trip_at timestamptz, by_admin boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_limits record;
begin
  select l.* into v_limits from app.trip_at_limits() l;
  if not by_admin and (app.settings()).app_category not in (quote.category, 'both') then
    perform app.refuse('category_unavailable', 422, format('settings.app_category excludes %s', quote.category));
  end if;
  if trip_at < v_limits.earliest then perform app.refuse('past_booking_error', 422, 'Choose a time at least 15 minutes from now'); end if;
  -- Refuses a time later than settings.later_days allows, and so also 'infinity', which is later than any time.
  if trip_at > v_limits.latest then perform app.refuse('trip_at_too_far', 422, 'Choose a time within settings.later_days from now'); end if;
  if not app.quote_holds(quote, check_order.trip_at) then
    perform app.refuse('quote_mismatch', 409, 'The fare differs at this time; request it with trip_at');
  end if;
  if quote.category = 'delivery' and payment_mode = 'cash' and not by_admin then
    perform app.refuse('delivery_cash_refused', 422, 'Riders pay parcels before pickup, by wallet or card');
  end if;
  if payment_mode is null or payment_mode not in ('cash', 'wallet', 'card') then
    perform app.refuse('payment_mode_unavailable', 422, 'Pay by cash, wallet or card');
  end if;
  if quote.promo_code is not null and quote.promo_id is null then
    perform app.refuse('promo_not_found', 404, 'The promotion was withdrawn; remove it from the quote with apply_promo');
  end if;
end $$;
comment on function app.check_order is 'Refuses an order that cannot be booked: category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, promo_not_found.';

-- Returns the index of the chosen entry in a list of the car type; null if the list has changed since the quote and no longer
-- contains this entry.
create function app.index_of(choices jsonb, chosen jsonb) returns integer language sql immutable set search_path = '' as $$
  select min(c.place)::integer - 1 from jsonb_array_elements(choices) with ordinality c (choice, place) where c.choice = chosen
$$;

create function app.is_in_session(user_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from auth.sessions s where s.user_id = is_in_session.user_id and (s.not_after is null or app.outside_time(s.not_after) > app.now()))
$$;
comment on function app.is_in_session is 'Whether a person is signed in on some device.';

-- Returns whether somebody can tell the driver a start code. The customer of a ride that the desk booked by telephone may have no
-- app in which to read one, and the desk itself never reads a code. A parcel's code goes to its recipient by text message.
create function app.can_tell_code(category text, customer_id uuid, guest_phone text, by_admin boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select not can_tell_code.by_admin or can_tell_code.category = 'delivery' or app.is_in_session(can_tell_code.customer_id)
    or exists (select 1 from public.profiles p
      where p.mobile = can_tell_code.guest_phone and p.mobile_verified and app.is_in_session(p.id))
$$;

-- Inserts the booking. A parcel that a rider books is paid before pickup and starts as PAYMENT_PENDING; other bookings are paid
-- at the end and start as NEW.
create function app.insert_booking(quote public.fare_quotes, customer public.profiles, me public.profiles, payment_mode text,
  trip_at timestamptz, details jsonb, client_key uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_kept app.fare_quote_rules;
  v_settings public.settings := app.settings();
  v_promo jsonb;
  v_discount numeric;
  v_rounding numeric;
begin
  select k.* into v_kept from app.fare_quote_rules k where k.quote_id = (quote).id;
  select app.promo_facts(p) into v_promo from public.promos p where p.id = (quote).promo_id;
  v_discount := app.promo_amount(v_promo, (quote).trip_cost, v_settings."decimal");
  v_rounding := case when insert_booking.payment_mode = 'cash' then app.cash_rounding((quote).trip_cost - v_discount, (quote).cash_unit) else 0 end;
  perform app.set_actor((me).usertype, (me).id);
  insert into public.bookings (reference, category, status, customer_id, customer_name, customer_contact, customer_image,
    guest_name, car_type_id, car_type, car_image, pickup_lat, pickup_lng, pickup_address, drop_lat, drop_lng, drop_address,
    waypoints, polyline, book_later, trip_at, estimate, estimate_distance, estimate_time, trip_cost, tax_amount, fare_lines, payment_mode,
    promo_applied, promo_code, promo_details, discount_amount, cash_rounding, payable_amount, otp_secure, booking_type_admin, parcel_type_index, option_index, parcel_type_selected,
    option_selected, quote_id, created_by, client_key, pickup_point_name, drop_point_name, requirements)
  select app.unused_letters(6, 'public.bookings', 'reference'), quote.category, case when quote.category = 'delivery' and me.usertype = 'rider' then 'PAYMENT_PENDING' else 'NEW' end,
    customer.id, btrim(customer.first_name || ' ' || customer.last_name), app.masked_number(customer.mobile), customer.profile_image,
    case when not app.is_blank(details ->> 'guest_name') then left(app.plain_name(details ->> 'guest_name'), 80) end, c.id, c.name, c.image,
    quote.pickup_lat, quote.pickup_lng, quote.pickup_address, quote.drop_lat, quote.drop_lng, quote.drop_address, quote.waypoints, quote.polyline,
    insert_booking.trip_at is not null, coalesce(insert_booking.trip_at, app.now()), quote.trip_cost, quote.distance_in_km, quote.time_in_secs,
    quote.trip_cost, quote.tax_amount, quote.lines, insert_booking.payment_mode, v_promo is not null, v_promo ->> 'code', v_promo, v_discount, v_rounding,
    quote.trip_cost - v_discount + v_rounding,
    v_settings.otp_secure and app.can_tell_code(quote.category, customer.id, app.text_number(app.line_of(details ->> 'guest_phone')), me.usertype = 'admin'), me.usertype = 'admin', app.index_of(c.parcel_types, v_kept.inputs -> 'parcel_type'),
    app.index_of(c.options, v_kept.inputs -> 'option'), v_kept.inputs -> 'parcel_type', v_kept.inputs -> 'option',
    quote.id, me.id, insert_booking.client_key, quote.pickup_point_name, quote.drop_point_name,
    app.requirements_of(details -> 'requirements')
  from public.car_types c where c.id = quote.car_type_id
  returning * into v_booking;
  insert into public.booking_finances (booking_id, rule, quote_inputs, quote_fare, ride_cost, driver_share, convenience_fees)
  values (v_booking.id, v_kept.rule, v_kept.inputs, v_kept.fare, (v_kept.fare ->> 'ride_cost')::numeric,
    (v_kept.fare ->> 'driver_share')::numeric, (v_kept.fare ->> 'convenience_fees')::numeric);
  insert into public.booking_contacts (booking_id, customer_contact, customer_email, guest_phone, delivery_person, delivery_person_phone,
    pick_up_instructions, delivery_instructions)
  values (v_booking.id, customer.mobile, customer.email, case when v_booking.guest_name is not null then app.line_of(details ->> 'guest_phone') end,
    left(app.plain_name(details ->> 'delivery_person'), 200), app.line_of(details ->> 'delivery_person_phone'),
    left(details ->> 'pick_up_instructions', 1000), left(details ->> 'delivery_instructions', 1000));
  if v_booking.otp_secure then
    insert into app.start_codes (booking_id, code) values (v_booking.id, app.random_digits(5));
  end if;
  return v_booking;
end $$;

create function public.create_booking(quote_id uuid, payment_mode text, trip_at timestamptz default null,
  details jsonb default '{}', client_key uuid default gen_random_uuid()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_by_admin boolean := v_me.usertype = 'admin';
  v_quote public.fare_quotes;
  v_customer public.profiles;
  v_booking public.bookings;
  v_key uuid := coalesce(create_booking.client_key, gen_random_uuid());
begin
  if v_me.usertype not in ('rider', 'admin') then
    perform app.refuse('user_issue_contact_admin', 403, 'Only riders and admins can book');
  end if;
  perform app.check_permission(v_me, 'bookings');
  -- Locks the key: the second of two concurrent calls with the same key waits and then returns the booking of the first.
  perform pg_advisory_xact_lock(hashtextextended(v_me.id::text || v_key::text, 0));
  select b.* into v_booking from public.bookings b where b.created_by = v_me.id and b.client_key = v_key;
  if found then return v_booking; end if;

  v_quote := app.take_quote(create_booking.quote_id, v_me);
  -- Locks the rider's profile: of two bookings created at once, the second waits, and its checks count the first.
  select p.* into v_customer from public.profiles p where p.id = v_quote.customer_id for no key update;
  perform app.check_customer(v_customer, create_booking.trip_at is not null, v_by_admin);
  perform app.check_order(v_quote, create_booking.payment_mode, create_booking.trip_at, v_by_admin);
  perform app.check_details(v_quote.category, create_booking.details);
  perform app.check_requirements(v_quote, create_booking.details);
  v_booking := app.insert_booking(v_quote, v_customer, v_me, create_booking.payment_mode, create_booking.trip_at, create_booking.details, v_key);
  perform app.invite_guest(v_booking);
  if v_by_admin then
    perform app.audit('create_booking', 'bookings', v_booking.id::text, null, jsonb_build_object('reference', v_booking.reference,
      'customer_id', v_booking.customer_id, 'trip_cost', v_booking.trip_cost, 'trip_at', v_booking.trip_at));
  end if;
  -- If a promotion covers the whole price of a parcel, nothing has to be paid, so the parcel becomes NEW at once.
  if v_booking.status = 'PAYMENT_PENDING' and v_booking.payable_amount = 0 then
    perform app.set_actor('system', note => 'nothing_to_pay');
    v_booking := app.move_booking(v_booking.id, 'NEW', '{"prepaid": true}');
  end if;
  return app.begin_search(v_booking);
end $$;
comment on function public.create_booking is 'Books a quote; trip_at null means now. payment_mode: cash, wallet, card. A rider''s parcel starts in PAYMENT_PENDING, everything else in NEW. A ride that an admin books has a start code (otp_secure) only if the rider, or the owner of the guest''s number, is signed in somewhere. details: {guest_name, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, delivery_instructions, requirements: {seats, luggage, child_seats, wheelchair}}, phone numbers in E.164 form, perhaps with ;ext=; other keys are ignored, except within requirements, where they are refused. A repeated client_key returns the first booking. Errors: must_login, user_issue_contact_admin, quote_not_found, quote_used, quote_expired, profile_incomplete, incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings, category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, delivery_cash_refused, payment_mode_unavailable, deliveryDetailMissing, name_invalid, mobile_no_blank_error, requirements_invalid, car_type_unsuitable, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up.';
grant execute on function public.create_booking(uuid, text, timestamptz, jsonb, uuid) to authenticated;
