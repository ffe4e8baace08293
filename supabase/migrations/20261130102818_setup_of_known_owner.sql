-- setup_of_known_owner: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

create or replace function public.open_setup_key(key_hash text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare v_expires_at timestamptz := app.now() + interval '30 minutes';
begin
  perform app.lock_setup();
  perform app.refuse_second_owner();
  if open_setup_key.key_hash !~ '^[0-9a-f]{64}$' or open_setup_key.key_hash is null then
    perform app.refuse('setup_key_invalid', 422, 'key_hash is the SHA-256 of the key, in hexadecimal');
  end if;
  -- A key whose account exists stays: without it, an owner who has never signed in would count, and no link would open.
  delete from app.setup_keys k where k.ended_at < app.now() - interval '1 day'
    and not exists (select 1 from public.profiles p where p.id = k.user_id and p.deleted_at is null);
  insert into app.setup_keys (hash, user_id, expires_at)
  values (open_setup_key.key_hash, coalesce((select k.user_id from app.setup_keys k
    where not exists (select 1 from public.profiles p where p.id = k.user_id
      and (p.deleted_at is not null or p.staff_role is distinct from 'owner'))
    order by k.created_at desc, k.hash limit 1), gen_random_uuid()), v_expires_at);
  update app.setup_keys k set ended_at = app.now() where k.ended_at is null and k.hash <> open_setup_key.key_hash;
  perform app.audit('open_setup', 'setup_keys', null, null, jsonb_build_object('expires_at', v_expires_at));
  return v_expires_at;
end $$;

create or replace function app.tg_users__take_caller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.claim_caller(new.id, case when new.email_confirmed_at is not null then nullif(new.email, '') end,
    case when new.phone_confirmed_at is not null
      or exists (select 1 from public.profiles p where p.id = new.id and p.mobile_by_staff
        and p.mobile = app.verified_number(new.phone))
      then app.verified_number(new.phone) end);
  return null;
end $$;

-- Sources of this migration, for the next one to compare with:
--   e6f352c533cb function public.open_setup_key(text)
--   60b4b4ba5aff function app.tg_users__take_caller()
