-- Sessions: the triggers that end a person's sessions when they lose rights or change role, and the list of a person's
-- own sessions.

create function public.own_sessions() returns setof public.own_session language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.newcomer();
begin
  return query
  select s.id, left(s.user_agent, 300), coalesce(s.id::text = auth.jwt() ->> 'session_id', false), app.outside_time(s.created_at),
    app.outside_time(coalesce(s.refreshed_at at time zone 'UTC', s.created_at))
  from auth.sessions s
  -- In a demo the list contains only the caller's current session, because visitors of a demo share accounts and must not see
  -- each other's sessions.
  where s.user_id = v_me.id and (not app.is_demo() or s.id::text = auth.jwt() ->> 'session_id')
  order by 3 desc, 5 desc, s.id limit 50;
end $$;
comment on function public.own_sessions is 'The caller''s sessions (devices on which they are signed in): this one first, then by last use. Errors: must_login.';
grant execute on function public.own_sessions() to authenticated;

create function public.caller_role() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return (app.caller()).usertype;
end $$;
comment on function public.caller_role is 'The caller''s usertype now. Edge functions call it with the caller''s token before they act for the caller with the secret key. Errors: must_login, user_issue_contact_admin; for staff account_suspended, not_allowed, second_factor_needed.';
grant execute on function public.caller_role() to authenticated;
