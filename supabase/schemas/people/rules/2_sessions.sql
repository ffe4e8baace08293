-- Sessions: the triggers that end a person's sessions when they lose rights or change role, and the list of a person's
-- own sessions.

create function public.own_sessions() returns setof public.own_session
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.unsuspended_caller();
begin
  return query
  select s.id, left(s.user_agent, 300), coalesce(s.id::text = auth.jwt() ->> 'session_id', false),
    app.outside_time(s.created_at),
    app.outside_time(coalesce(s.refreshed_at at time zone 'UTC', s.created_at))
  from auth.sessions s
  -- In a demo the list contains only the caller's current session, because visitors of a demo share accounts and must
  -- not see each other's sessions.
  where s.user_id = v_me.id and (not app.is_demo() or s.id::text = auth.jwt() ->> 'session_id')
  order by 3 desc, 5 desc, s.id limit 50;
end $$;
comment on function public.own_sessions is
  'The caller''s sessions (devices on which they are signed in): this one first, then by last use. '
  'Errors: must_login.';
grant execute on function public.own_sessions() to authenticated;

-- Whoever steals a token keeps using its session, or the token until it expires; only the person can sign in again.
-- Auth writes into each token when and how its session was proven, and a renewed token keeps that time. Without a
-- caller the system itself acts.
create function app.is_fresh_sign_in() returns boolean language sql stable security definer set search_path = '' as $$
  select auth.uid() is null
    or exists (select 1 from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt()
    -> 'amr' else '[]' end) m
    where m ->> 'method' is distinct from 'token_refresh' and m ->> 'timestamp' ~ '^[0-9]{1,12}$'
      and app.outside_time(to_timestamp((m ->> 'timestamp')::double precision)) > app.now() - interval '15 minutes')
$$;
comment on function app.is_fresh_sign_in is
  'Whether the caller signed in, or confirmed the sign-in with a second factor, within the last 15 minutes.';

create function app.require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_fresh_sign_in() then
    perform app.refuse('sign_in_again', 403, 'Sign in again, and repeat the call within 15 minutes');
  end if;
end $$;
comment on function app.require_fresh_sign_in is
  'Refuses what nobody can take back, unless the caller has just signed in. '
  'Errors: sign_in_again.';

create function public.caller_role() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return (app.caller()).usertype;
end $$;
comment on function public.caller_role is
  'The caller''s usertype now. Edge functions call it with the caller''s token before they act for the caller with '
  'the secret key. '
  'Errors: must_login, user_issue_contact_admin; for staff account_suspended, not_allowed, second_factor_needed.';
grant execute on function public.caller_role() to authenticated;
