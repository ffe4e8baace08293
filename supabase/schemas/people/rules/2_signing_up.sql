-- Signing up: a profile for every account, and the claims of a token.

-- An invalid name becomes empty, and the profile asks for it again: raising an error would make the auth server fail.
create function app.name_or_empty(input text) returns text language sql immutable set search_path = '' as $$
  select case when app.is_name(name_or_empty.input) then left(app.plain_name(name_or_empty.input), 80) else '' end
$$;

-- Reads the names from user metadata: our form sends first_name and last_name; social networks send full_name or keys
-- of their own.
create function app.names_from_metadata(metadata jsonb, out first_name text, out last_name text)
language sql immutable set search_path = '' as $$
  select app.name_or_empty(coalesce(nullif(btrim(metadata ->> 'first_name'), ''),
    nullif(btrim(metadata ->> 'given_name'), ''),
      case when metadata ->> 'last_name' is null then split_part(w.name, ' ', 1) end, '')),
    app.name_or_empty(coalesce(nullif(btrim(metadata ->> 'last_name'), ''),
      nullif(btrim(metadata ->> 'family_name'), ''),
      case when metadata ->> 'first_name' is null then substr(w.name, length(split_part(w.name, ' ', 1)) + 2) end, ''))
  from (select btrim(regexp_replace(coalesce(metadata ->> 'full_name', metadata ->> 'name', ''), '[[:space:]]+', ' ',
    'g')) as name) w
$$;

-- Returns whether app metadata contains one of the keys that our server sets when it creates an account for a person.
-- Only the server writes app metadata.
create function app.is_made_by_server(set_by_server jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(set_by_server ?| array['usertype', 'approved', 'reg_type', 'fleet_id', 'created_by'], false)
$$;
comment on function app.is_made_by_server is
  'Whether the server created this account. Its metadata needs no verification.';

create function app.refusal_of(user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_person public.profiles;
begin
  select p.* into v_person from public.profiles p where p.id = refusal_of.user_id;
  if v_person.suspended_at is not null then
    return case when not app.has_trip(v_person.id) then 'account_suspended' end;
  end if;
  return case when v_person.usertype <> 'rider' and not v_person.approved then 'require_approval' end;
end $$;
comment on function app.refusal_of is
  'Why a person may not sign in: account_suspended for a suspended person without a trip to finish, require_approval '
  'for a driver or staff member who is not approved; null if they may.';

create function public.session_refusal() returns text language sql stable security definer set search_path = '' as $$
  select coalesce(app.refusal_of(auth.uid()), case when not app.has_session() then 'not_logged_in' end)
$$;
comment on function public.session_refusal is
  'Why the caller must be signed out although the token is still valid: account_suspended, require_approval, or '
  'not_logged_in if only the session has ended; null if they may stay.';
grant execute on function public.session_refusal() to authenticated;

create function app.access_token_hook(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- User metadata is removed from the token, because it would make every request longer, and no policy reads it.
  v_claims jsonb := coalesce(event -> 'claims', '{}') || case when event #> '{claims,user_metadata}' is null then '{}'
    else '{"user_metadata": {}}'::jsonb end;
  v_person record;
  v_refusal text := app.refusal_of((event ->> 'user_id')::uuid);
begin
  if app.is_dormant_number((event ->> 'user_id')::uuid) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'number_dormant'));
  end if;
  select p.usertype, case p.usertype when 'fleetadmin' then p.id else d.fleet_id end as fleet_id into v_person
  from public.profiles p left join public.drivers d on d.id = p.id
  where p.id = (event ->> 'user_id')::uuid;
  if not found then
    return jsonb_set(event, '{claims}', v_claims - 'user_role' - 'fleet_id');
  end if;
  if v_refusal is not null then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', v_refusal));
  end if;
  return jsonb_set(event, '{claims}', v_claims - 'fleet_id'
    || jsonb_strip_nulls(jsonb_build_object('user_role', v_person.usertype, 'fleet_id', v_person.fleet_id)));
end $$;
comment on function app.access_token_hook is
  'Adds user_role and fleet_id to the claims of a token and removes user metadata. Refuses a token for phone numbers '
  'that were not used for too long (number_dormant), drivers and staff who are not approved (require_approval) and '
  'suspended people without a trip to finish (account_suspended).';
grant execute on function app.access_token_hook(jsonb) to supabase_auth_admin;
