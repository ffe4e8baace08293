-- Leaving: exports a person's data as JSON, and deletes a person.

-- Empties a deleted account in auth.users, so that it can no longer sign in. The row remains, because rides and money
-- reference it.
create function app.empty_account(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.store_contact_hashes(u.id, u.email, u.phone) from auth.users u where u.id = empty_account.user_id;
  perform app.end_sessions(empty_account.user_id);
  delete from auth.identities i where i.user_id = empty_account.user_id;
  update auth.users u set email = null, phone = null, encrypted_password = '', raw_user_meta_data = '{}',
    email_change = '', phone_change = '',
    banned_until = now() + interval '100 years' where u.id = empty_account.user_id;
  -- Second factors are deleted after the address, so that nobody is told.
  delete from auth.mfa_factors f where f.user_id = empty_account.user_id;
end $$;

-- Deletes the messages to a person and those that the person's trips caused to people without an account, and takes a
-- driver's name out of the messages to riders. Runs before the devices are deleted, because a sender that reports a
-- device as gone locks message and device in this order, too.
create function app.delete_messages(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_messages(delete_messages.user_id);
  delete from app.outbox o where o.user_id = delete_messages.user_id or o.user_id is null and o.kind <> 'file'
    and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.customer_id = delete_messages.user_id);
  delete from app.message_log l where l.user_id = delete_messages.user_id or l.user_id is null and l.booking_id in (
    select b.id from public.bookings b where b.customer_id = delete_messages.user_id);
  delete from app.trip_texts t where t.booking_id in (select b.id from public.bookings b
    where b.customer_id = delete_messages.user_id);
  delete from app.news_consents c where c.user_id = delete_messages.user_id;
  update app.outbox o set payload = jsonb_set(o.payload, '{params,driver}', '""')
  where o.payload -> 'params' ? 'driver' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.driver_id = delete_messages.user_id);
  -- A push about a chat message names who wrote it, and one about staff names whom it is about.
  update app.outbox o set payload = jsonb_set(o.payload, '{params,from}', '""')
  where o.payload -> 'params' ? 'from' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where delete_messages.user_id in (b.customer_id, b.driver_id));
  update app.outbox o set payload = jsonb_set(o.payload, '{params,name}', '""')
    where o.payload #>> '{params,person_id}' = delete_messages.user_id::text;
  update public.notices n set params = jsonb_set(n.params, '{name}', '""')
    where n.params ->> 'person_id' = delete_messages.user_id::text;
  delete from public.notices n where n.user_id = delete_messages.user_id;
  update public.notices n set params = jsonb_set(n.params, '{driver}', '""') from public.bookings b
  where b.id = n.booking_id and b.driver_id = delete_messages.user_id and n.params ? 'driver';
end $$;

-- Asks the office to pay out what no card can take. The case belongs to the last booking, because cases do.
create function app.open_wallet_case(person public.profiles, amount numeric, note text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_booking_id uuid := (select b.id from public.bookings b where b.customer_id = (person).id
    order by b.created_at desc, b.id desc limit 1);
  v_id uuid;
begin
  if v_booking_id is null or (person).usertype <> 'rider' then
    perform app.refuse('wallet_not_empty', 409,
      'The office can only be asked about a booking; withdraw the money, or give it up');
  end if;
  select c.id into v_id from public.cases c where c.booking_id = v_booking_id and c.kind = 'question'
    and c.driver_id is null and c.closed_at is null;
  if found then return v_id; end if;
  insert into public.cases (booking_id, customer_id, kind, message)
  values (v_booking_id, (person).id, 'question', coalesce(app.case_text(open_wallet_case.note, 2000),
    format('Please pay out %s from my wallet. I want to delete my account.', open_wallet_case.amount)))
      returning id into v_id;
  return v_id;
end $$;
