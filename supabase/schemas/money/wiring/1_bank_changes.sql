-- Bank changes: after bank details or a verified contact were replaced, or bank details removed, withdrawals wait for
-- some hours and the person is notified on every channel.
-- Access: triggers write; request_withdrawal checks the wait; people read their own wait, admins with the permission
--         payouts the wait of any person
-- Tests:  tests/db/bank_changes.sql

-- Makes withdrawals wait and notifies the person after each change of their bank details. The first bank details of a
-- person cause no wait if the person has just signed in, which the thief of a token cannot. New details after a removal
-- of earlier ones do, because they count as a change.
create function app.tg_bank_details__announce() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
  v_until timestamptz;
begin
  if tg_op = 'INSERT' and app.is_fresh_sign_in() and not exists (select 1 from app.payout_changes c
    where c.user_id = v_user and c.what = 'bank_details')
    or not exists (select 1 from public.profiles p where p.id = v_user and p.deleted_at is null) then
    return null;
  end if;
  v_until := app.record_payout_change(v_user, 'bank_details');
  perform app.announce(v_user, 'bank_details_changed', jsonb_build_object('until', v_until,
    'account', app.masked_number(case tg_op when 'DELETE' then '' else new.bank_account end)));
  return null;
end $$;

create trigger bank_details__announce after insert or delete on public.bank_details for each row
  execute function app.tg_bank_details__announce();
create trigger bank_details__announce_change after update on public.bank_details
  for each row when (row(old.bank_name, old.bank_code, old.bank_account) is distinct from row(new.bank_name,
    new.bank_code, new.bank_account))
  execute function app.tg_bank_details__announce();

-- Makes withdrawals wait after a change of a verified contact, and notifies the old contact: someone who takes over
-- another person's account usually changes its contact first. A second contact is another way to sign in, so adding one
-- is announced to the first; the person, who has just done it, needs no notice of that.
create function app.tg_users__contact_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_is_added boolean := coalesce(old.email, '') = '' and new.email <> '' or coalesce(old.phone, '') = ''
    and new.phone <> '';
  v_until timestamptz;
begin
  if not exists (select 1 from public.profiles p where p.id = new.id and p.deleted_at is null) then return null; end if;
  v_until := app.record_payout_change(new.id, 'contact');
  if (old.email <> '' and old.email is distinct from new.email)
    or (old.phone <> '' and old.phone is distinct from new.phone) then
    perform app.notify(new.id, 'contact_changed', jsonb_build_object('until', v_until));
  end if;
  perform app.announce_to(new.id, case when v_is_added or old.email is distinct from new.email then old.email end,
    case when v_is_added or old.phone is distinct from new.phone then app.verified_number(old.phone) end,
      'contact_changed', jsonb_build_object('until', v_until));
  return null;
end $$;

create trigger users__contact_changed after update of email, phone on auth.users
  for each row when (new.deleted_at is null and (coalesce(old.email, '') <> coalesce(new.email, '')
    or coalesce(old.phone, '') <> coalesce(new.phone, ''))
    and (old.email <> '' or old.phone <> ''))
  execute function app.tg_users__contact_changed();

-- Tells the new address that the office set it. A person who had no address before is told by the number, because the
-- first address also opens the account.
create function app.tg_users__email_by_office() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_until timestamptz;
begin
  delete from app.email_plans e where e.user_id = new.id and e.email = lower(new.email);
  if not found then return null; end if;
  v_until := app.record_payout_change(new.id, 'contact');
  perform app.announce_to(new.id, new.email,
    case when coalesce(old.email, '') = '' then app.verified_number(new.phone) end, 'email_set',
    jsonb_build_object('until', v_until));
  return null;
end $$;

create trigger users__email_by_office after update of email on auth.users
  for each row when (new.deleted_at is null and old.email is distinct from new.email)
    execute function app.tg_users__email_by_office();
