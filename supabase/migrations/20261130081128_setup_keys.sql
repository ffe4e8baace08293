-- setup_keys: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

create table app.setup_keys (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null,
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  wrong_tries integer not null default 0 check (wrong_tries >= 0),
  email text,
  client_key uuid,
  tried_at timestamptz,
  used_at timestamptz
);

call app.describe('app.setup_keys', $$
  The keys of one-time links to /setup. A key makes the account of the firm's first owner, and only while there is none.
  hash: SHA-256 of the key, which consists of 256 random bits. The key itself is stored nowhere.
  user_id: Id of the account that this key makes. Later keys have the same id until an account has it, so that two keys
    never make two owners.
  ended_at: When a newer key or too many wrong tries ended this key.
  wrong_tries: How often a wrong key was tried while this one was the newest.
  email: Address of the owner, from the first try on.
  client_key: The window that uses the key; null until the first try.
  tried_at: When that window tried the key last.
  used_at: When the key last gave a sign-in code.
$$);

create index setup_keys_created_at on app.setup_keys (created_at);

alter table app.setup_keys enable row level security;

create function app.lock_setup() returns void language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('setup', 0))
$$;

create function app.has_owner() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles p join auth.users u on u.id = p.id
    where p.usertype = 'admin' and p.staff_role = 'owner' and p.deleted_at is null
      and (u.last_sign_in_at is not null or not exists (select 1 from app.setup_keys k where k.user_id = p.id)))
$$;

create function app.refuse_second_owner() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if app.has_owner() then
    perform app.refuse('setup_done', 409, 'This firm has an owner already; an owner adds more people under People');
  end if;
end $$;

create function public.open_setup_key(key_hash text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare v_expires_at timestamptz := app.now() + interval '30 minutes';
begin
  perform app.lock_setup();
  perform app.refuse_second_owner();
  if open_setup_key.key_hash !~ '^[0-9a-f]{64}$' or open_setup_key.key_hash is null then
    perform app.refuse('setup_key_invalid', 422, 'key_hash is the SHA-256 of the key, in hexadecimal');
  end if;
  delete from app.setup_keys k where k.ended_at < app.now() - interval '1 day';
  insert into app.setup_keys (hash, user_id, expires_at)
  values (open_setup_key.key_hash, coalesce((select k.user_id from app.setup_keys k
    where not exists (select 1 from public.profiles p where p.id = k.user_id and p.deleted_at is not null)
    order by k.created_at desc, k.hash limit 1), gen_random_uuid()), v_expires_at);
  update app.setup_keys k set ended_at = app.now() where k.ended_at is null and k.hash <> open_setup_key.key_hash;
  perform app.audit('open_setup', 'setup_keys', null, null, jsonb_build_object('expires_at', v_expires_at));
  return v_expires_at;
end $$;

comment on function public.open_setup_key is
  'Opens the key of a one-time link to /setup for 30 minutes, and ends earlier ones. key_hash: SHA-256 of 256 random '
  'bits, in hexadecimal. Only while the firm has no owner. Returns when the key expires. '
  'Errors: setup_done, setup_key_invalid.';

grant execute on function public.open_setup_key(text) to service_role;

create function app.count_wrong_setup_key() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare v_tries integer;
begin
  update app.setup_keys k set wrong_tries = k.wrong_tries + 1,
    ended_at = case when k.wrong_tries >= 9 then app.now() end
  where k.ended_at is null and k.expires_at > app.now() returning k.wrong_tries into v_tries;
  if found then
    perform app.audit('wrong_setup_key', 'setup_keys', null, null, jsonb_build_object('wrong_tries', v_tries));
  end if;
  return app.answer_refusal('setup_key_invalid', 403, 'This link is not valid; print a new one');
end $$;

create function app.try_setup_key(key app.setup_keys, email text, client_key uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_made_for text := (select p.email from public.profiles p where p.id = key.user_id);
begin
  perform app.refuse_second_owner();
  if key.ended_at is not null or key.expires_at <= app.now() then
    perform app.refuse('setup_key_expired', 410, 'This link has ended; print a new one');
  end if;
  if try_setup_key.email is null then
    perform app.refuse('proper_email', 422, 'Give a valid e-mail address');
  end if;
  if key.client_key <> try_setup_key.client_key and key.tried_at > app.now() - interval '1 minute' then
    perform app.refuse('setup_in_use', 409, 'Another window uses this link now; continue there, or wait a minute');
  end if;
  if v_made_for <> try_setup_key.email then
    perform app.refuse('setup_in_use', 409, 'This link made an account with another address; use that one');
  end if;
  if v_made_for is null and app.is_contact_taken(try_setup_key.email, null) then
    perform app.refuse('user_exists', 409, 'An account has this address; use another');
  end if;
end $$;

create function public.plan_setup(key_hash text, email text, client_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_key app.setup_keys;
  v_email text := app.email_of(plan_setup.email);
  v_client uuid := coalesce(plan_setup.client_key, gen_random_uuid());
begin
  perform app.lock_setup();
  select k.* into v_key from app.setup_keys k where k.hash = plan_setup.key_hash;
  if v_key.hash is null then return app.count_wrong_setup_key(); end if;
  perform app.try_setup_key(v_key, v_email, v_client);
  update app.setup_keys k set email = v_email, client_key = v_client, tried_at = app.now() where k.hash = v_key.hash;
  return jsonb_build_object('id', v_key.user_id,
    'made', exists (select 1 from public.profiles p where p.id = v_key.user_id),
    'user', jsonb_build_object('id', v_key.user_id, 'email', v_email, 'email_confirm', true,
      'app_metadata', jsonb_build_object('usertype', 'admin', 'staff_role', 'owner', 'reg_type', 'admin')));
end $$;

comment on function public.plan_setup is
  'Tries the key of a one-time link to /setup; called for the route accounts/setup. Returns {id, made, user: the '
  'request to the auth server that makes the owner''s account}; made: whether an earlier try made it. A key that was '
  'never opened counts against the newest one, which ends after ten. The key works again with the same address until '
  'the owner has signed in once. client_key: the window; while one uses the key, others are refused for a minute. '
  'Errors: setup_key_invalid, setup_key_expired, setup_in_use, setup_done, proper_email, user_exists.';

grant execute on function public.plan_setup(text, text, uuid) to service_role;

create function public.finish_setup(key_hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_key app.setup_keys;
begin
  perform app.lock_setup();
  perform app.refuse_second_owner();
  update app.setup_keys k set used_at = app.now() where k.hash = finish_setup.key_hash and k.ended_at is null
  returning k.* into v_key;
  if v_key.hash is null then
    perform app.refuse('setup_key_expired', 410, 'This link has ended; print a new one');
  end if;
  perform app.audit('use_setup_key', 'profiles', v_key.user_id::text, null, jsonb_build_object('email', v_key.email));
end $$;

comment on function public.finish_setup is
  'Records that a key of /setup gave a sign-in code for the owner whose account it made; accounts/setup calls it just '
  'before it returns the code. '
  'Errors: setup_done, setup_key_expired.';

grant execute on function public.finish_setup(text) to service_role;

-- Sources of this migration, for the next one to compare with:
--   c79a076cfa62 table app.setup_keys
--   c5da6539bae8 description of app.setup_keys
--   f5a1cb867554 index app.setup_keys_created_at
--   1d5e9ebd9636 alter table app.setup_keys enable row level security
--   1c140fa2aa1a function app.lock_setup()
--   73df7ffe7b61 function app.has_owner()
--   805cb927ee02 function app.refuse_second_owner()
--   7de974e54874 function public.open_setup_key(text)
--   077fcef9914b comment on function public.open_setup_key
--   d934c1f9d8c4 grant execute on function public.open_setup_key(text) to service_role
--   e74d6b034efe function app.count_wrong_setup_key()
--   36c9efa5a3c5 function app.try_setup_key(app.setup_keys, text, uuid)
--   16a4458221d4 function public.plan_setup(text, text, uuid)
--   b9b81884b1e5 comment on function public.plan_setup
--   3064f743cabd grant execute on function public.plan_setup(text, text, uuid) to service_role
--   f273f958ee03 function public.finish_setup(text)
--   5a9ac6d13890 comment on function public.finish_setup
--   034f3ebbf2c0 grant execute on function public.finish_setup(text) to service_role
