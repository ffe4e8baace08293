-- Creating a booking from a quote.

create function app.take_quote(quote_id uuid, me public.profiles) returns public.fare_quotes
language plpgsql security definer set search_path = '' as $$
declare v_quote public.fare_quotes := app.lock_quote(quote_id, me);
begin
  update public.fare_quotes q set used_at = app.now() where q.id = v_quote.id returning q.* into v_quote;
  return v_quote;
end $$;
comment on function app.take_quote is
  'Marks the quote as used and returns it. '
  'Errors: quote_not_found, quote_used, quote_expired.';

-- Inserts the booking. A parcel that a rider books is paid before pickup and starts as PAYMENT_PENDING; other bookings
-- are paid at the end and start as NEW.
create function app.insert_booking(quote public.fare_quotes, customer public.profiles, me public.profiles,
  payment_mode text,
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
  v_rounding := case when insert_booking.payment_mode = 'cash' then app.cash_rounding((quote).trip_cost - v_discount,
    (quote).cash_unit) else 0 end;
  perform app.set_actor((me).usertype, (me).id);
  select b.* into v_booking from (select
    app.unused_letters(6, 'public.bookings', 'reference') as reference, quote.category,
    case when quote.category = 'delivery' and me.usertype = 'rider' then 'PAYMENT_PENDING' else 'NEW' end as status,
    customer.id as customer_id, btrim(customer.first_name || ' ' || customer.last_name) as customer_name,
    app.masked_number(customer.mobile) as customer_contact, customer.profile_image as customer_image,
    case when not app.is_blank(details ->> 'guest_name') then left(app.plain_name(details ->> 'guest_name'),
      80) end as guest_name,
    c.id as car_type_id, c.name as car_type, c.image as car_image,
    quote.pickup_lat, quote.pickup_lng, quote.pickup_address, quote.pickup_point_name, quote.drop_lat, quote.drop_lng,
      quote.drop_address,
    quote.drop_point_name, quote.waypoints, quote.polyline,
    insert_booking.trip_at is not null as book_later, coalesce(insert_booking.trip_at, app.now()) as trip_at,
    quote.trip_cost as estimate, quote.distance_in_km as estimate_distance, quote.time_in_secs as estimate_time,
    quote.trip_cost, quote.tax_amount, quote.lines as fare_lines, insert_booking.payment_mode,
    v_promo is not null as promo_applied, v_promo ->> 'code' as promo_code, v_promo as promo_details,
      v_discount as discount_amount,
    v_rounding as cash_rounding, quote.trip_cost - v_discount + v_rounding as payable_amount,
    v_settings.otp_secure and app.can_tell_code(quote.category, customer.id,
      app.sms_number(app.phone_of(details ->> 'guest_phone')), me.usertype = 'admin',
      insert_booking.payment_mode) as otp_secure,
    me.usertype = 'admin' as booking_type_admin,
    app.index_of(c.parcel_types, v_kept.inputs -> 'parcel_type') as parcel_type_index,
      app.index_of(c.options, v_kept.inputs -> 'option') as option_index,
    v_kept.inputs -> 'parcel_type' as parcel_type_selected, v_kept.inputs -> 'option' as option_selected,
    quote.id as quote_id, me.id as created_by, insert_booking.client_key,
      app.requirements_of(details -> 'requirements') as requirements
  from public.car_types c where c.id = quote.car_type_id) facts cross join lateral app.add_booking(to_jsonb(facts)) b;
  insert into public.booking_finances (booking_id, rule, quote_inputs, quote_fare, ride_cost, driver_share,
    convenience_fees)
  values (v_booking.id, v_kept.rule, v_kept.inputs, v_kept.fare, (v_kept.fare ->> 'ride_cost')::numeric,
    (v_kept.fare ->> 'driver_share')::numeric, (v_kept.fare ->> 'convenience_fees')::numeric);
  insert into public.booking_contacts (booking_id, customer_contact, customer_email, guest_phone, delivery_person,
    delivery_person_phone,
    pick_up_instructions, delivery_instructions)
  values (v_booking.id, customer.mobile, customer.email,
    case when v_booking.guest_name is not null then app.phone_of(details ->> 'guest_phone') end,
    left(app.plain_name(details ->> 'delivery_person'), 200), app.phone_of(details ->> 'delivery_person_phone'),
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
  -- Locks the key: the second of two concurrent calls with the same key waits and then returns the booking of the
  -- first.
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
  v_booking := app.insert_booking(v_quote, v_customer, v_me, create_booking.payment_mode, create_booking.trip_at,
    create_booking.details, v_key);
  perform app.text_booked(v_booking);
  if v_by_admin then
    perform app.audit('create_booking', 'bookings', v_booking.id::text, null,
      jsonb_build_object('reference', v_booking.reference,
      'customer_id', v_booking.customer_id, 'trip_cost', v_booking.trip_cost, 'trip_at', v_booking.trip_at));
  end if;
  -- If a promotion covers the whole price of a parcel, nothing has to be paid, so the parcel becomes NEW at once.
  if v_booking.status = 'PAYMENT_PENDING' and v_booking.payable_amount = 0 then
    perform app.set_actor('system', note => 'nothing_to_pay');
    v_booking := app.move_booking(v_booking.id, 'NEW', '{"prepaid": true}');
  end if;
  return app.begin_search(v_booking);
end $$;
comment on function public.create_booking is
  'Books a quote; trip_at null means now. payment_mode: cash, wallet, card. A rider''s parcel starts in '
  'PAYMENT_PENDING, everything else in NEW. A ride that an admin books has a start code (otp_secure) only if the '
  'rider is signed in somewhere, or for cash the owner of the guest''s number; a guest of the desk is told the code '
  'only for cash. details: {guest_name, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, '
  'delivery_instructions, requirements: {seats, luggage, child_seats, wheelchair}}, phone numbers in E.164 form, '
  'perhaps with ;ext=; other keys are ignored, except within requirements, where they are refused. A repeated '
  'client_key returns the first booking. '
  'Errors: must_login, user_issue_contact_admin, quote_not_found, quote_used, quote_expired, profile_incomplete, '
  'incomplete_user, unpaid_booking, too_many_requests, too_many_open_bookings, too_many_later_bookings, '
  'telephone_orders_off (an admin), category_unavailable, past_booking_error, trip_at_too_far, quote_mismatch, '
  'delivery_cash_refused, payment_mode_unavailable, deliveryDetailMissing, name_invalid, mobile_no_blank_error, '
  'requirements_invalid, car_type_unsuitable, promo_not_found, promo_expired, promo_min_order, promo_used, '
  'promo_used_up.';
grant execute on function public.create_booking(uuid, text, timestamptz, jsonb, uuid) to authenticated;
