-- Leaving: exports a person's data as JSON, and deletes a person. Rides and money stay without personal data. Money in the wallet
-- goes back to the cards that topped it up; the person decides about the rest.
-- Needs:  profiles, drivers; and, created later: bookings, ledger, withdrawals, chat and every other table with personal data
-- Access: people delete themselves and export their data; admins delete other people
-- Tests:  tests/db/leaving.sql, tests/db/attacks_money.sql

create function public.export_my_data() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_others text[] := array['customer_name', 'customer_contact', 'customer_image', 'guest_name'];
begin
  perform app.require_edits();
  return jsonb_build_object('exported_at', app.now(), 'profile', to_jsonb(v_me),
    'driver', (select to_jsonb(d) from public.drivers d where d.id = v_me.id),
    'bank_details', (select to_jsonb(b) from public.bank_details b where b.user_id = v_me.id),
    'tax_details', (select to_jsonb(t) from public.tax_details t where t.user_id = v_me.id),
    'documents', (select coalesce(jsonb_agg(to_jsonb(d) - 'decided_by'), '[]') from public.driver_documents d where d.driver_id = v_me.id),
    'saved_addresses', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.saved_addresses a where a.user_id = v_me.id),
    'bookings', (select coalesce(jsonb_agg(to_jsonb(b) - 'driver_image' || to_jsonb(k) - '{booking_id,driver_contact}'::text[] order by b.created_at), '[]')
      from public.bookings b left join public.booking_contacts k on k.booking_id = b.id where b.customer_id = v_me.id),
    'trips', (select coalesce(jsonb_agg(to_jsonb(b) - v_others order by b.created_at), '[]') from public.bookings b where b.driver_id = v_me.id),
    'no_show_fees', (select coalesce(jsonb_agg(to_jsonb(f) - 'decided_by'), '[]') from public.no_show_fees f where f.customer_id = v_me.id),
    'cash_reports', (select coalesce(jsonb_agg(to_jsonb(r) - 'decided_by'), '[]') from public.cash_reports r where r.customer_id = v_me.id),
    'cases', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.cases c where v_me.id in (c.customer_id, c.driver_id)),
    'ratings', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.ratings r where r.from_id = v_me.id),
    'desk_messages', (select coalesce(jsonb_agg(to_jsonb(m) - 'author_id'), '[]') from public.desk_messages m where m.driver_id = v_me.id),
    'messages', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.chat_messages m where m.from_id = v_me.id),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from public.notices n where n.user_id = v_me.id),
    'devices', (select coalesce(jsonb_agg(to_jsonb(t) - 'token'), '[]') from public.push_tokens t where t.user_id = v_me.id),
    'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from public.payments p where p.customer_id = v_me.id),
    'saved_cards', (select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from public.payment_methods m where m.user_id = v_me.id),
    'card_consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.given_at), '[]') from app.card_consents c where c.user_id = v_me.id),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(r) - 'created_by' order by r.created_at), '[]') from public.refunds r where r.customer_id = v_me.id),
    'payment_requests', (select coalesce(jsonb_agg(to_jsonb(r) - 'created_by' order by r.id), '[]') from public.payment_requests r where r.customer_id = v_me.id),
    'fare_corrections', (select coalesce(jsonb_agg(to_jsonb(c) - 'created_by' order by c.id), '[]') from public.fare_corrections c where c.customer_id = v_me.id),
    'money_decisions', (select coalesce(jsonb_agg(to_jsonb(d) - array['decided_by', 'reversed_by'] order by d.id), '[]') from public.money_decisions d where d.user_id = v_me.id),
    'wallet', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where a.user_id = v_me.id));
end $$;
comment on function public.export_my_data is 'All data about the caller: {profile, driver, bank_details, tax_details, documents, saved_addresses, bookings, trips, no_show_fees, cash_reports, cases, ratings, desk_messages, messages, notices, devices, payments, saved_cards, card_consents, refunds, payment_requests, fare_corrections, money_decisions, wallet}, without other people''s contacts. Errors: must_login, demo_mode.';
grant execute on function public.export_my_data() to authenticated;

-- Empties a deleted account in auth.users, so that it can no longer sign in. The row remains, because rides and money reference
-- it.
create function app.empty_account(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.keep_contacts(u.id, u.email, u.phone) from auth.users u where u.id = empty_account.user_id;
  perform app.end_sessions(empty_account.user_id);
  delete from auth.identities i where i.user_id = empty_account.user_id;
  update auth.users u set email = null, phone = null, encrypted_password = '', raw_user_meta_data = '{}', email_change = '', phone_change = '',
    banned_until = now() + interval '100 years' where u.id = empty_account.user_id;
  -- Second factors are deleted after the address, so that nobody is told.
  delete from auth.mfa_factors f where f.user_id = empty_account.user_id;
end $$;

-- Deletes the messages to a person and those that the person's trips caused to people without an account, and takes a driver's
-- name out of the messages to riders. Runs before the devices are deleted, because a sender that reports a device as gone locks
-- message and device in this order, too.
create function app.forget_messages(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from app.outbox o where o.user_id = forget_messages.user_id or o.user_id is null and o.kind <> 'file' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.customer_id = forget_messages.user_id);
  update app.outbox o set payload = jsonb_set(o.payload, '{params,driver}', '""')
  where o.payload -> 'params' ? 'driver' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.driver_id = forget_messages.user_id);
  -- A push about a chat message names who wrote it, and one about staff names whom it is about.
  update app.outbox o set payload = jsonb_set(o.payload, '{params,from}', '""')
  where o.payload -> 'params' ? 'from' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where forget_messages.user_id in (b.customer_id, b.driver_id));
  update app.outbox o set payload = jsonb_set(o.payload, '{params,name}', '""') where o.payload #>> '{params,person_id}' = forget_messages.user_id::text;
  update public.notices n set params = jsonb_set(n.params, '{name}', '""') where n.params ->> 'person_id' = forget_messages.user_id::text;
  delete from public.notices n where n.user_id = forget_messages.user_id;
  update public.notices n set params = jsonb_set(n.params, '{driver}', '""') from public.bookings b
  where b.id = n.booking_id and b.driver_id = forget_messages.user_id and n.params ? 'driver';
end $$;

create function app.anonymize_person(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from app.sign_ups s using public.profiles p where p.id = anonymize_person.user_id
    and (lower(s.facts ->> 'email') = lower(p.email) or s.facts ->> 'mobile' = p.mobile);
  perform app.empty_account(anonymize_person.user_id);
  perform app.forget_messages(anonymize_person.user_id);
  delete from public.driver_documents d where d.driver_id = anonymize_person.user_id;
  delete from public.saved_addresses a where a.user_id = anonymize_person.user_id;
  delete from public.desk_messages m where m.driver_id = anonymize_person.user_id;
  delete from public.push_tokens t where t.user_id = anonymize_person.user_id;
  update public.bookings b set customer_name = '', customer_contact = null, customer_image = null, guest_name = null
  where b.customer_id = anonymize_person.user_id;
  delete from public.booking_contacts k using public.bookings b where b.id = k.booking_id and b.customer_id = anonymize_person.user_id;
  update public.bookings b set driver_name = null, driver_image = null where b.driver_id = anonymize_person.user_id;
  update public.booking_contacts k set driver_contact = null from public.bookings b where b.id = k.booking_id and b.driver_id = anonymize_person.user_id;
  update public.drivers d set fleet_id = null where d.fleet_id = anonymize_person.user_id;
  update app.driver_shifts s set ended_at = coalesce(s.ended_at, greatest(s.began_at, app.now())), note = '', own = '{}' where s.driver_id = anonymize_person.user_id;
  update public.drivers d set driver_active_status = false, license_image = null, vehicle_number = null, other_info = null
  where d.id = anonymize_person.user_id;
  delete from public.driver_positions p where p.driver_id = anonymize_person.user_id;
  delete from app.alarms a where a.person_id = anonymize_person.user_id;
  delete from app.position_jumps j where j.driver_id = anonymize_person.user_id;
  update public.cash_reports r set objection = 'deleted' where r.customer_id = anonymize_person.user_id and r.objection is not null;
  update public.no_show_fees f set objection = 'deleted' where f.customer_id = anonymize_person.user_id and f.objection is not null;
  update public.cases c set (message, reach, closed_at) = ('deleted', null, coalesce(c.closed_at, app.now())) where anonymize_person.user_id in (c.customer_id, c.driver_id);
  -- Removes the person's pictures in the bucket `users`. Pictures of a booking are kept as long as the booking.
  perform app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and o.name like anonymize_person.user_id || '/%'));
  update public.profiles p set first_name = '', last_name = '', email = null, mobile = null, mobile_verified = false, mobile_by_staff = false, profile_image = null, approved = false, suspended_reason = null,
    referral_id = app.unused_letters(5, 'public.profiles', 'referral_id'), deleted_at = app.now() where p.id = anonymize_person.user_id;
  -- Bank details are deleted after the profile is marked as deleted, so that no notice of the change is sent.
  delete from public.bank_details b where b.user_id = anonymize_person.user_id;
  delete from public.tax_details t where t.user_id = anonymize_person.user_id;
  delete from app.payout_changes c where c.user_id = anonymize_person.user_id;
  -- Deletes the saved cards; a trigger also queues their deletion at the payment providers.
  delete from public.payment_methods m where m.user_id = anonymize_person.user_id;
end $$;

create function app.has_open_withdrawal(user_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.withdraw_requests w
    where w.user_id = has_open_withdrawal.user_id and not w.processed and w.rejected_at is null);
end $$;

-- The top-ups that can still be returned to their cards. Providers refuse refunds of older payments.
create function app.returnable_topups(user_id uuid) returns table (payment_id uuid, amount numeric) language sql stable security definer set search_path = '' as $$
  select r.id, r.amount from (select p.id, p.paid_at, case when p.step > 0 then floor(f.amount / p.step) * p.step else f.amount end as amount
    from public.payments p cross join lateral (select p.captured_amount - p.refunded_amount - p.disputed_amount as amount) f
    where p.customer_id = returnable_topups.user_id and p.purpose = 'topup' and p.status = 'paid' and p.paid_at > app.now() - interval '180 days') r
  where r.amount > 0 order by r.paid_at desc, r.id
$$;

-- Returns the money of a wallet to the cards that topped it up, the latest first. Bonus money was never paid in. The caller has
-- locked the payments and the profile. Returns what is left.
create function app.return_wallet(user_id uuid) returns numeric language plpgsql security definer set search_path = '' as $$
declare
  v_left numeric := (select p.wallet_balance - p.bonus_balance from public.profiles p where p.id = return_wallet.user_id);
  v_part numeric;
  v_refund uuid;
  v_topup record;
begin
  for v_topup in select p.*, r.amount as most from app.returnable_topups(return_wallet.user_id) r join public.payments p on p.id = r.payment_id order by p.paid_at desc, p.id loop
    exit when v_left <= 0;
    v_part := least(v_left, v_topup.most);
    if v_topup.step > 0 then v_part := floor(v_part / v_topup.step) * v_topup.step; end if;
    continue when v_part <= 0;
    v_left := v_left - v_part;
    v_refund := app.uuid_v7();
    update public.payments p set refunded_amount = p.refunded_amount + v_part where p.id = v_topup.id;
    perform app.post_ledger('topup_returned', 'topup_returned:' || v_refund, null, jsonb_build_array(
      app.entry('wallet:' || return_wallet.user_id, -v_part), app.entry('refunds_due:' || v_topup.provider, v_part)));
    insert into public.refunds (id, customer_id, payment_id, amount, reason, status)
    values (v_refund, return_wallet.user_id, v_topup.id, v_part, 'topup_returned', 'due');
  end loop;
  return v_left;
end $$;

create type public.leaving_wallet as (to_cards numeric, left_over numeric, can_ask boolean);
comment on type public.leaving_wallet is 'Result of wallet_when_leaving: what goes back to cards, what remains in the wallet, and whether the office can be asked to pay it out.';

create function public.wallet_when_leaving() returns public.leaving_wallet language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.newcomer();
  v_money constant numeric := v_me.wallet_balance - v_me.bonus_balance;
  v_cards numeric := least(greatest(v_money, 0), (select coalesce(sum(t.amount), 0) from app.returnable_topups(v_me.id) t));
begin
  return row(v_cards, v_money - v_cards, v_me.usertype = 'rider' and exists (select 1 from public.bookings b where b.customer_id = v_me.id));
end $$;
comment on function public.wallet_when_leaving is 'What happens to the money in the caller''s wallet if the account is deleted now. A negative left_over is a debt, which must be paid first. Errors: must_login, account_suspended.';
grant execute on function public.wallet_when_leaving() to authenticated;

-- Asks the office to pay out what no card can take. The case belongs to the last booking, because cases do.
create function app.open_wallet_case(person public.profiles, amount numeric, note text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_booking_id uuid := (select b.id from public.bookings b where b.customer_id = (person).id order by b.created_at desc, b.id desc limit 1);
  v_id uuid;
begin
  if v_booking_id is null or (person).usertype <> 'rider' then
    perform app.refuse('wallet_not_empty', 409, 'The office can only be asked about a booking; withdraw the money, or give it up');
  end if;
  select c.id into v_id from public.cases c where c.booking_id = v_booking_id and c.kind = 'question' and c.driver_id is null and c.closed_at is null;
  if found then return v_id; end if;
  insert into public.cases (booking_id, customer_id, kind, message)
  values (v_booking_id, (person).id, 'question', coalesce(app.case_text(open_wallet_case.note, 2000),
    format('Please pay out %s from my wallet. I want to delete my account.', open_wallet_case.amount))) returning id into v_id;
  return v_id;
end $$;

-- With give_up, money that cannot go back to a card is given to the firm. Returns the id of the case if the office is asked
-- instead; the account then stays.
create function app.settle_wallet(person public.profiles, rest text, note text) returns uuid language plpgsql security definer set search_path = '' as $$
declare v_left numeric := app.return_wallet((person).id);
begin
  if v_left = 0 then return null; end if;
  if v_left > 0 and settle_wallet.rest = 'ask_office' then return app.open_wallet_case(person, v_left, settle_wallet.note); end if;
  if v_left < 0 or settle_wallet.rest is distinct from 'give_up' then
    perform app.refuse('wallet_not_empty', 409, format('%s remain in the wallet: see wallet_when_leaving', v_left));
  end if;
  perform app.post_ledger('wallet_given_up', 'wallet_given_up:' || (person).id, null, jsonb_build_array(
    app.entry('wallet:' || (person).id, -v_left), app.entry('adjustments', v_left)));
  return null;
end $$;

create function app.delete_profile(user_id uuid, rest text default null, note text default null) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_person public.profiles;
  v_case uuid;
begin
  -- Locks bookings, whose names are removed below, and drivers before the profile: app.booking_moved locks in this order, too, so
  -- that the two cannot deadlock.
  perform 1 from public.bookings b where delete_profile.user_id in (b.customer_id, b.driver_id) order by b.id for no key update;
  perform 1 from public.payments p where p.id in (select t.payment_id from app.returnable_topups(delete_profile.user_id) t) order by p.id for no key update;
  perform 1 from public.drivers d where delete_profile.user_id in (d.id, d.fleet_id) order by d.id for update;
  -- Locks the profile against a concurrent booking or acceptance: creating a booking locks the profile, and accepting one
  -- references the driver's row. The later of two concurrent transactions waits for the first.
  select p.* into v_person from public.profiles p where p.id = delete_profile.user_id and p.deleted_at is null for update;
  if not found then perform app.refuse('person_not_found', 404, 'No such person'); end if;
  if exists (select 1 from public.bookings b where b.customer_id = v_person.id and b.status not in ('PAID', 'COMPLETE', 'CANCELLED'))
    or exists (select 1 from public.bookings b where b.driver_id = v_person.id and b.status not in ('PAID', 'COMPLETE', 'CANCELLED'))
    or exists (select 1 from public.bookings b where b.fleet_id = v_person.id and b.status not in ('PAID', 'COMPLETE', 'CANCELLED')) then
    perform app.refuse('active_booking', 409, 'A booking is open or unpaid');
  end if;
  if app.has_open_withdrawal(v_person.id) then
    perform app.refuse('withdrawal_open', 409, 'Complete or reject the withdrawal first');
  end if;
  v_case := app.settle_wallet(v_person, delete_profile.rest, delete_profile.note);
  if v_case is not null then return v_case; end if;
  -- Bonus money is forfeited instead of paid out, because it may only pay fares.
  perform app.post_ledger('bonus_forfeited', 'bonus_forfeited:' || v_person.id, null, jsonb_build_array(
    app.entry('bonus:' || v_person.id, -v_person.bonus_balance), app.entry('expense.referral', v_person.bonus_balance)))
  where v_person.bonus_balance > 0;
  perform app.audit('delete', 'profiles', v_person.id::text, jsonb_build_object('usertype', v_person.usertype));
  perform app.anonymize_person(v_person.id);
  return null;
end $$;

create function public.delete_person(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('delete_people');
begin
  if v_me.id = delete_person.user_id then
    perform app.refuse('not_allowed', 403, 'Admins delete others; use delete_my_account for the own account');
  end if;
  perform app.delete_profile(delete_person.user_id);
end $$;
comment on function public.delete_person is 'Deletes a person. Bookings and money stay without the name; bonus money is forfeited, other money in the wallet goes back to the cards that topped it up. Errors: must_login, not_allowed, demo_mode, person_not_found, active_booking, wallet_not_empty (money is left that no card can take, or a debt), withdrawal_open.';
grant execute on function public.delete_person(uuid) to authenticated;

create type public.left_account as (is_deleted boolean, case_id uuid);
comment on type public.left_account is 'Result of delete_my_account: whether the account was deleted, or the case in which the office pays out the wallet first.';

create function public.delete_my_account(rest text default null, note text default null) returns public.left_account language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.newcomer();
  v_case uuid;
begin
  perform app.require_edits();
  if v_me.usertype = 'admin' and not exists (select 1 from public.profiles p where p.usertype = 'admin' and p.approved and p.id <> v_me.id) then
    perform app.refuse('not_allowed', 403, 'The last admin cannot be deleted');
  end if;
  v_case := app.delete_profile(v_me.id, delete_my_account.rest, delete_my_account.note);
  return row(v_case is null, v_case);
end $$;
comment on function public.delete_my_account is 'Deletes the caller. Bookings and money stay without the name; bonus money is forfeited, other money in the wallet goes back to the cards that topped it up. What no card can take, rest decides: give_up leaves it to the firm; ask_office opens a case with note (up to 2000 characters) in which the office pays it out, and the account stays until then. Returns {is_deleted, case_id}. Errors: must_login, not_allowed, demo_mode, active_booking, wallet_not_empty (money is left, or a debt), withdrawal_open, message_invalid.';
grant execute on function public.delete_my_account(text, text) to authenticated;
