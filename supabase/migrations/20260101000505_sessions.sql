-- Sessions: ending them when what a person may do shrinks or changes, and asking whether the caller's still stands.
-- Needs:  profiles; auth.sessions; app.tell by name
-- Access: functions and triggers of the owner; policies ask app.has_session and app.is_now
-- Tests:  tests/db/sessions.sql, tests/api/realtime/rights.test.ts

-- A token lives until it expires, whatever became of its session: Supabase Auth does not look at auth.sessions for REST or
-- Realtime. So what must stop at once asks this, too. The auth server names the session in every token it issues; other
-- tokens (a key's, a test's) name none.
create function app.has_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare v_session text := nullif(auth.jwt() ->> 'session_id', '');
begin
  return v_session is null or exists (select 1 from auth.sessions s where s.id = v_session::uuid and s.user_id = auth.uid());
end $$;
comment on function app.has_session() is 'Whether the session of the caller''s token has not ended.';
grant execute on function app.has_session() to authenticated;

-- A token tells the role at its issue, the profile the role of now. A suspended driver has a session only to finish a trip.
create function app.is_now(usertype text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.usertype = is_now.usertype
      and (p.approved or p.usertype = 'driver') and p.deleted_at is null) and app.has_session();
end $$;
comment on function app.is_now is 'Whether the caller is a person of this usertype now, approved where it is staff, with a session that has not ended.';
grant execute on function app.is_now(text) to authenticated;

-- Deleting a session takes its refresh tokens along. Pages that are open hear of it and leave; the embedded stack closes
-- their channels, a hosted project when the token expires. Told before it is done: both arrive in this order.
create function app.end_sessions(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell('user:' || end_sessions.user_id, 'session_ended', end_sessions.user_id)
  where exists (select 1 from auth.sessions s where s.user_id = end_sessions.user_id);
  delete from auth.sessions s where s.user_id = end_sessions.user_id;
end $$;
comment on function app.end_sessions is 'Ends all sessions of a person and tells their open pages.';

-- A trigger, so that no function that changes a person can forget it. A fleet is not among these: a driver's rights do not
-- come from the fleet, and a fleet admin's are looked up with each row. To be approved takes nothing away.
create function app.tg_profiles__end_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_sessions(new.id);
  return null;
end $$;
create trigger profiles__end_sessions after update of usertype, approved, deleted_at on public.profiles
  for each row when (old.usertype is distinct from new.usertype or (old.approved and not new.approved)
    or (old.deleted_at is null and new.deleted_at is not null))
  execute function app.tg_profiles__end_sessions();
