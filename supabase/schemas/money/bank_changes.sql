-- Bank changes: after bank details or a verified contact were replaced, or bank details removed, withdrawals wait for some hours
-- and the person is notified on every channel.
-- Needs:  bank details, auth.users; notices and the outbox, which are created later
-- Access: triggers write; request_withdrawal checks the wait; people read their own wait, admins with the permission payouts
--   the wait of any person
-- Tests:  tests/db/bank_changes.sql

create table app.payout_changes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  what text not null check (what in ('bank_details', 'contact')),
  at timestamptz not null default app.now(),
  primary key (user_id, what)
);
comment on table app.payout_changes is 'When a person last replaced or removed bank details, or changed a verified e-mail address or number.';
alter table app.payout_changes enable row level security;

-- Pass only contacts from auth.users, which are verified. Contacts in the profile may be unverified.
create function app.announce_to(user_id uuid, email text, phone text, key text, params jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('app.quiet', true), '') <> '' then return; end if;
  insert into app.outbox (kind, user_id, payload)
  select r.kind, announce_to.user_id, jsonb_build_object(case r.kind when 'mail' then 'email' else 'phone' end, r.address,
    'lang', (select p.lang_locale from public.profiles p where p.id = announce_to.user_id),
    'title', announce_to.key || '.title', 'msg', announce_to.key || '.text', 'params', announce_to.params)
  from (values ('mail', announce_to.email), ('sms', announce_to.phone)) r (kind, address) where coalesce(r.address, '') <> '';
end $$;
comment on function app.announce_to is 'Queues an e-mail and a text message with the text of a notice.';

create function app.record_payout_change(user_id uuid, what text) returns timestamptz language plpgsql security definer set search_path = '' as $$
begin
  insert into app.payout_changes as c (user_id, what) values (record_payout_change.user_id, record_payout_change.what)
  on conflict on constraint payout_changes_pkey do update set at = app.now();
  return app.payout_waits_until(record_payout_change.user_id);
end $$;

create function app.payout_waits_until(user_id uuid) returns timestamptz language sql stable security definer set search_path = '' as $$
  select max(c.at) + make_interval(hours => (select s.bank_change_hours from public.settings s where s.id = 1))
  from app.payout_changes c where c.user_id = payout_waits_until.user_id
$$;

create function app.check_payout_wait(user_id uuid) returns void language plpgsql stable security definer set search_path = '' as $$
declare v_until timestamptz := app.payout_waits_until(user_id);
begin
  if v_until > app.now() then
    perform app.refuse('payout_waits', 409, format('Bank details or a contact changed; withdrawals are possible from %s', v_until));
  end if;
end $$;
comment on function app.check_payout_wait is 'Refuses with payout_waits until settings.bank_change_hours have passed since the last change of bank details or a verified contact.';

create function public.payout_wait(user_id uuid) returns timestamptz language plpgsql stable security definer set search_path = '' as $$
declare v_until timestamptz := app.payout_waits_until(user_id);
begin
  perform app.require_permission('payouts');
  return case when v_until > app.now() then v_until end;
end $$;
comment on function public.payout_wait is 'Until when a person''s new withdrawals wait after a change of bank details or a contact, for admins with the permission payouts; null if they do not wait. Errors: must_login, not_allowed.';
grant execute on function public.payout_wait(uuid) to authenticated;

-- Makes withdrawals wait and notifies the person after each change of their bank details. The first bank details of a person
-- cause no wait. New details after a removal of earlier ones do, because they count as a change.
create function app.tg_bank_details__announce() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
  v_until timestamptz;
begin
  if tg_op = 'INSERT' and not exists (select 1 from app.payout_changes c where c.user_id = v_user and c.what = 'bank_details')
    or not exists (select 1 from public.profiles p where p.id = v_user and p.deleted_at is null) then
    return null;
  end if;
  v_until := app.record_payout_change(v_user, 'bank_details');
  perform app.announce(v_user, 'bank_details_changed', jsonb_build_object('until', v_until,
    'account', app.masked_number(case tg_op when 'DELETE' then '' else new.bank_account end)));
  return null;
end $$;
create trigger bank_details__announce after insert or delete on public.bank_details for each row execute function app.tg_bank_details__announce();
create trigger bank_details__announce_change after update on public.bank_details
  for each row when (row(old.bank_name, old.bank_code, old.bank_account) is distinct from row(new.bank_name, new.bank_code, new.bank_account))
  execute function app.tg_bank_details__announce();

create function app.announce(user_id uuid, key text, params jsonb) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.notify(announce.user_id, announce.key, announce.params);
  perform app.announce_to(u.id, u.email, app.verified_number(u.phone), announce.key, announce.params) from auth.users u where u.id = announce.user_id;
end $$;
comment on function app.announce is 'Notifies a person on every channel: notice, push message, and e-mail and text message to verified contacts.';

-- Makes withdrawals wait after a change of a verified contact, and notifies the old contact: someone who takes over another
-- person's account usually changes its contact first.
create function app.tg_users__contact_changed() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_until timestamptz;
begin
  if not exists (select 1 from public.profiles p where p.id = new.id and p.deleted_at is null) then return null; end if;
  v_until := app.record_payout_change(new.id, 'contact');
  perform app.notify(new.id, 'contact_changed', jsonb_build_object('until', v_until));
  perform app.announce_to(new.id, case when old.email is distinct from new.email then old.email end,
    case when old.phone is distinct from new.phone then app.verified_number(old.phone) end, 'contact_changed', jsonb_build_object('until', v_until));
  return null;
end $$;
create trigger users__contact_changed after update of email, phone on auth.users
  for each row when (new.deleted_at is null
    and ((old.email <> '' and old.email is distinct from new.email) or (old.phone <> '' and old.phone is distinct from new.phone)))
  execute function app.tg_users__contact_changed();
