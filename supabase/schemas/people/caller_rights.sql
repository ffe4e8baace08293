-- The caller's rights for policies: whether the session is open and the second factor was checked, and which role and permissions
-- the caller has now.
-- Needs:  auth.sessions; profiles and staff roles when a policy is checked
-- Access: policies and functions call these; they only say something about the caller
-- Tests:  tests/db/sessions.sql, tests/db/second_factor.sql, tests/db/sweeps.sql, tests/db/realtime_topics.sql
-- The file is loaded before the tables, because their policies name these functions.

-- Supabase Auth does not check auth.sessions for REST, Realtime or Storage, so a token stays valid until it expires, even if
-- its session has ended. Auth puts the id of the session into every token that it issues; for other tokens (API keys, tests),
-- which contain no session, the function returns true.
create function app.has_session() returns boolean language plpgsql stable security definer set search_path = '' as $$
declare v_session text := nullif(auth.jwt() ->> 'session_id', '');
begin
  return v_session is null or exists (select 1 from auth.sessions s where s.id = v_session::uuid and s.user_id = auth.uid());
end $$;
comment on function app.has_session() is 'Whether the session of the caller''s token is still open.';
grant execute on function app.has_session() to authenticated;

-- Auth writes into every token how the person signed in: aal1 is a code, a password or a social account, aal2 also a second factor.
-- Without search_path, so that PostgreSQL inlines it: policies ask it in every statement, and a call would take another 20 us.
create function app.has_second_factor() returns boolean language sql stable as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
$$;
comment on function app.has_second_factor is 'Whether the caller''s token was issued after a second factor was checked.';

create function app.is_signed_in() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return app.has_session() and not app.lacks_second_factor();
end $$;
comment on function app.is_signed_in is 'Whether the caller''s token counts: its session is open, and a member of staff has confirmed it with a second factor where the settings ask for that. Policies of every table, file and topic ask this.';
grant execute on function app.is_signed_in() to authenticated;

-- Checks the current role in the profile, because a token contains the role at the time of its issue. A suspended driver
-- passes: their session exists only to finish a trip.
-- Policies write (select app.has_current_role('admin')), so that the check is computed once per statement and the planner
-- assumes that half of the rows pass. If a policy compared columns with the role itself, the planner would assume 0.5 percent:
-- a list of 50 bookings then read and sorted all 2,500 rides of a driver (10.7 ms instead of 0.8).
create function app.has_current_role(variadic usertypes text[]) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.usertype = any (has_current_role.usertypes)
      and (p.approved or p.usertype = 'driver') and p.deleted_at is null) and app.is_signed_in();
end $$;
comment on function app.has_current_role is 'Whether the caller has one of these usertypes now, is approved (drivers: also without approval) and is signed in (app.is_signed_in).';
grant execute on function app.has_current_role(text[]) to authenticated;

-- Joins the permissions itself: app.role_has_permission is planned at each call, which took three times as long.
create function app.has_permission(permission text) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles p
      join public.staff_permissions s on s.staff_role = p.staff_role and s.permission = has_permission.permission
      where p.id = auth.uid() and p.usertype = 'admin' and p.approved and p.deleted_at is null) and app.is_signed_in();
end $$;
comment on function app.has_permission is 'Whether the caller is now an approved admin whose role has the permission, and is signed in (app.is_signed_in); used in policies.';
grant execute on function app.has_permission(text) to authenticated;
