-- Signing up: a profile for every account, and the claims of a token.

-- Removes user metadata that a stranger may have sent: anyone can request a code for any address and send a name,
-- number and referrer with the request. This data reaches the profile only after the account is verified, and only if
-- it came with the code that verified it.
create function app.auth_metadata(metadata jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(metadata) e
  where e.key in ('sub', 'email', 'phone', 'email_verified', 'phone_verified')
$$;
comment on function app.auth_metadata is
  'The keys of user metadata that the auth server itself writes, without those that a person sent.';

create function app.sent_metadata(metadata jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(metadata, '{}') - '{email_verified,phone_verified}'::text[]
$$;
comment on function app.sent_metadata is 'User metadata without the keys that a verification changes.';

-- Hosted Auth confirms an address in two updates: the second writes the metadata that Auth read before the first, with
-- email_verified. So the discarded metadata is discarded again if the same transaction writes it back. Any other
-- metadata is new and is kept.
create function app.tg_users__keep_forgotten() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_discarded jsonb := nullif(current_setting('app.discarded_metadata', true), '')::jsonb;
begin
  if v_discarded = jsonb_build_object('user_id', new.id, 'sent', app.sent_metadata(new.raw_user_meta_data)) then
    new.raw_user_meta_data := app.auth_metadata(new.raw_user_meta_data);
  end if;
  return new;
end $$;

create trigger users__keep_forgotten before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function app.tg_users__keep_forgotten();
