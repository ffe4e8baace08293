-- Bank changes: after bank details or a verified contact were replaced, or bank details removed, withdrawals wait for
-- some hours and the person is notified on every channel.

-- Pass only contacts from auth.users, which are verified. Contacts in the profile may be unverified.
create function app.announce_to(user_id uuid, email text, phone text, key text, params jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('app.quiet', true), '') <> '' then return; end if;
  insert into app.outbox (kind, user_id, payload)
  select r.kind, announce_to.user_id,
    jsonb_build_object(case r.kind when 'mail' then 'email' else 'phone' end, r.address,
    'lang', (select p.lang_locale from public.profiles p where p.id = announce_to.user_id),
    'title', announce_to.key || '.title', 'msg', announce_to.key || '.text', 'params', announce_to.params)
  from (values ('mail', announce_to.email), ('sms', announce_to.phone)) r (kind, address)
    where coalesce(r.address, '') <> '';
end $$;
comment on function app.announce_to is 'Queues an e-mail and a text message with the text of a notice.';

create function app.record_payout_change(user_id uuid, what text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.payout_changes as c (user_id, what) values (record_payout_change.user_id, record_payout_change.what)
  on conflict on constraint payout_changes_pkey do update set at = app.now();
  return app.payout_waits_until(record_payout_change.user_id);
end $$;

create function app.announce(user_id uuid, key text, params jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.notify(announce.user_id, announce.key, announce.params);
  perform app.announce_to(u.id, u.email, app.verified_number(u.phone), announce.key, announce.params) from auth.users u
    where u.id = announce.user_id;
end $$;
comment on function app.announce is
  'Notifies a person on every channel: notice, push message, and e-mail and text message to verified contacts.';
