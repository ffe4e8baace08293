-- The data for the calls of ../admin-calls.txt, in addition to everyone.sql: bookings in the statuses that the desk acts on.

-- The latest booking in a status.
create function tests.one(status text) returns uuid language sql volatile security definer as $$
  select b.id from public.bookings b where b.status = one.status order by b.id desc limit 1
$$;
-- The booking that the desk offered to one driver, with no answer yet.
create function tests.asked() returns uuid language sql volatile security definer as $$
  select o.booking_id from public.booking_offers o where o.status = 'open' and o.wave = 0 order by o.id desc limit 1
$$;
create function tests.parcel() returns uuid language sql volatile security definer as $$
  select b.id from public.bookings b where b.category = 'delivery' order by b.id desc limit 1
$$;
create function tests.case_of() returns uuid language sql volatile security definer as $$
  insert into public.cases (booking_id, customer_id, kind, message) select b.id, b.customer_id, 'question', 'Hello' from public.bookings b where b.status = 'COMPLETE' limit 1
  on conflict (booking_id, kind, (driver_id is null)) where closed_at is null do update set message = 'Hello again' returning id
$$;
create function tests.alarm() returns uuid language plpgsql volatile security definer as $$
declare v_id uuid;
begin
  insert into app.alarms (booking_id, reason, person_id, lat, lng) select b.id, 'sos', b.customer_id, 47.1, 9.5 from public.bookings b where b.status = 'STARTED' limit 1
  on conflict on constraint alarms_person do update set lat = 47.2 returning id into v_id;
  return v_id;
end $$;
create function tests.withdrawal() returns uuid language sql volatile security definer as $$
  select r.id from public.withdraw_requests r order by r.id desc limit 1
$$;
create function tests.yesterday() returns date language sql stable security definer as $$ select app.today() - 1 $$;
create function tests.taxed_month() returns date language sql stable security definer as $$ select (date_trunc('month', app.today()) - interval '1 month')::date $$;
create function tests.topup() returns uuid language sql volatile security definer as $$
  select p.id from public.payments p where p.purpose = 'topup' order by p.id desc limit 1
$$;
create function tests.extra() returns uuid language sql volatile security definer as $$
  select x.id from public.booking_extras x where x.booking_id = tests.one('STARTED')
$$;
create function tests.notification() returns uuid language sql volatile security definer as $$
  select n.id from public.notifications n order by n.id desc limit 1
$$;
create function tests.document() returns uuid language sql volatile security definer as $$
  select d.id from public.driver_documents d where d.status = 'pending' order by d.id desc limit 1
$$;

-- A parcel that is being driven. It is made first, so that tests.one() finds a ride in each status.
do $$
declare v_id uuid;
begin
  perform tests.go_online('driver5'), tests.let('admin', format('select public.create_booking(%L, ''cash'', details => %L)', tests.quote('rider8', 'Courier'),
    '{"delivery_person": "Ida", "delivery_person_phone": "+423 555 77 66"}'));
  v_id := tests.parcel();
  perform tests.let('driver5', format('select public.accept_booking(%L)', v_id)), tests.let('driver5', format('select public.arrive_at_pickup(%L)', v_id)),
    tests.let('driver5', format('select public.start_trip(%L)', v_id));
end $$;
select tests.play('rider6', 'driver3', 'Estate', 'PENDING'), tests.play('rider7', 'driver8', 'Estate', 'ARRIVED'), tests.play('rider9', 'driver15', 'Van', 'STARTED');
insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
  select b.id, 'parking', 2, 'driver', b.driver_id, gen_random_uuid() from public.bookings b where b.id = tests.one('STARTED');
update app.start_codes set attempts = 5 where booking_id = tests.one('ARRIVED');
-- A NEW booking that the desk offered to a driver (tests.asked()). The one after it is the latest NEW booking and has no offer.
insert into public.booking_offers (booking_id, driver_id, wave, expires_at, reference, category, pickup_area_lat, pickup_area_lng, drop_area_lat, drop_area_lng)
  select b.id, tests.id('driver10'), 0, app.now() + interval '1 hour', b.reference, b.category, b.pickup_lat, b.pickup_lng, b.drop_lat, b.drop_lng
  from public.bookings b where b.id = (select tests.book('rider10'));
select tests.book('rider3');

update public.profiles set approved = false where id = tests.id('driver9');
select tests.clear_wallet('admin');
-- Ledger entries of yesterday and of last month with tax due; further below, a top-up by card.
insert into public.ledger_transactions (kind, idempotency_key, created_at) select 'testing', 'past' || n, app.now() - n * interval '1 day' from unnest('{1,40}'::integer[]) n;
insert into public.ledger_entries (transaction_id, account_id, amount)
  select t.id, app.ledger_account(e.account), e.amount from public.ledger_transactions t, (values ('tax', 9), ('bank', -9)) e (account, amount) where t.idempotency_key like 'past%';
insert into public.saved_addresses (user_id, label, description, lat, lng) values (tests.id('admin'), 'desk', 'Vaduz', 47.14, 9.52);
update public.bookings set guest_name = 'Guest' where category = 'taxi';
update public.booking_contacts k set guest_phone = '+423 555 99 88' from public.bookings b where b.id = k.booking_id and b.category = 'taxi';
update public.withdraw_requests set bank_name = 'LLB', bank_code = 'LILALI2X', bank_account = 'LI21 0881 0000 2324 013A A';
update public.payment_events set payload = '{"payer": "payer@example.com"}' where outcome = 'recorded';
do $$
declare v_id uuid := (public.create_payment('topup', 'stripe', tests.id('rider11'), amount => 20) ->> 'id')::uuid;
begin
  perform public.record_payment_event('stripe', 'evt_topup', v_id, 20, 'CHF', 'paid', charge_ref => 'ch_topup');
end $$;
