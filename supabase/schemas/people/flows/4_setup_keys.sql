-- Setting up a firm: the one-time link with which its first owner signs in.
-- Access: the service role opens a key (npm run firm, npm run setup-link) and tries it (accounts/setup)
-- Tests:  tests/db/setup_keys.sql, tests/operation/firm.test.ts

-- Everything about a firm's first owner happens one after the other.
create function app.lock_setup() returns void language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('setup', 0))
$$;

-- Returns whether the firm has an owner. An account that a key has made counts from its first sign-in on: whoever made
-- it may have closed the page before, and no mail may leave yet that would bring another code. A suspended owner
-- counts: otherwise suspending the only owner would open the firm to a new one.
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

-- From now on the dashboard lists what is left to do.
create function app.begin_setup() returns void language sql volatile security definer set search_path = '' as $$
  insert into app.setup default values on conflict do nothing
$$;

create function public.open_setup_key(key_hash text) returns timestamptz
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
comment on function public.open_setup_key is
  'Opens the key of a one-time link to /setup for 30 minutes, and ends earlier ones. key_hash: SHA-256 of 256 random '
  'bits, in hexadecimal. Only while the firm has no owner. Returns when the key expires. '
  'Errors: setup_done, setup_key_invalid.';
grant execute on function public.open_setup_key(text) to service_role;

-- Counts a wrong key against the newest one, and ends that after ten. A stranger always gets the same answer.
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
  perform app.begin_setup();
  perform app.audit('use_setup_key', 'profiles', v_key.user_id::text, null, jsonb_build_object('email', v_key.email));
end $$;
comment on function public.finish_setup is
  'Records that a key of /setup gave a sign-in code for the owner whose account it made; accounts/setup calls it just '
  'before it returns the code. '
  'Errors: setup_done, setup_key_expired.';
grant execute on function public.finish_setup(text) to service_role;
