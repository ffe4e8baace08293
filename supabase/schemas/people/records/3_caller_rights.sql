-- The caller's rights for policies: whether the session is open and the second factor was checked, and which role and
-- permissions the caller has now.
-- Access: policies and functions call these; they only say something about the caller
-- Tests:  tests/db/sessions.sql, tests/db/second_factor.sql, tests/db/sweeps.sql, tests/db/realtime_topics.sql
-- The file is loaded before the tables, because their policies name these functions.

-- Supabase Auth does not check auth.sessions for REST, Realtime or Storage, so a token stays valid until it expires,
-- even if its session has ended. Auth puts the id of the session into every token that it issues; for other tokens (API
-- keys, tests), which contain no session, the function returns true.
create function app.has_session() returns boolean language plpgsql stable security definer set search_path = '' as $$
declare v_session text := nullif(auth.jwt() ->> 'session_id', '');
begin
  return v_session is null or exists (select 1 from auth.sessions s where s.id = v_session::uuid
    and s.user_id = auth.uid());
end $$;
comment on function app.has_session() is 'Whether the session of the caller''s token is still open.';
grant execute on function app.has_session() to authenticated;

-- Auth writes into every token how the person signed in: aal1 is a code, a password or a social account, aal2 also a
-- second factor. Without search_path, so that PostgreSQL inlines it: policies ask it in every statement, and a call
-- would take another 20 us.
create function app.has_second_factor() returns boolean language sql stable as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
$$;
comment on function app.has_second_factor is
  'Whether the caller''s token was issued after a second factor was checked.';

-- A function that acts for a person identifies its caller with one of four functions. app.me() is the usual one: it
-- admits approved people. app.unsuspended_caller() also admits people who wait for approval. app.caller() admits
-- suspended people as well (tests/db/functions.txt lists the functions that use it). app.me_as_driver() admits only
-- approved drivers.

-- Reads the role from the profile, because a token contains the role at the time of its issue.
create function app.lacks_second_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not app.has_second_factor()
    and exists (select 1 from public.settings s join public.profiles p on p.id = auth.uid()
    where s.id = 1 and s.staff_second_factor and app.is_staff(p.usertype));
end $$;
comment on function app.lacks_second_factor is
  'Whether the caller is an admin or fleet admin who has to confirm the sign-in with a second factor first '
  '(settings.staff_second_factor). Riders and drivers never have to.';

create function app.is_signed_in() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return app.has_session() and not app.lacks_second_factor();
end $$;
comment on function app.is_signed_in is
  'Whether the caller''s token counts: its session is open, and a member of staff has confirmed it with a second '
  'factor where the settings ask for that. Policies of every table, file and topic ask this.';
grant execute on function app.is_signed_in() to authenticated;

-- Checks the current role in the profile, because a token contains the role at the time of its issue. A suspended
-- driver
-- passes: their session exists only to finish a trip.
-- Policies write (select app.has_current_role('admin')), so that the check is computed once per statement and the
-- planner assumes that half of the rows pass. If a policy compared columns with the role itself, the planner would
-- assume 0.5 percent: a list of 50 bookings then read and sorted all 2,500 rides of a driver (10.7 ms instead of 0.8).
create function app.has_current_role(variadic usertypes text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid()
    and p.usertype = any (has_current_role.usertypes)
      and (p.approved or p.usertype = 'driver') and p.deleted_at is null) and app.is_signed_in();
end $$;
comment on function app.has_current_role is
  'Whether the caller has one of these usertypes now, is approved (drivers: also without approval) and is signed in '
  '(app.is_signed_in).';
grant execute on function app.has_current_role(text[]) to authenticated;

-- Joins the permissions itself: app.role_has_permission is planned at each call, which took three times as long.
create function app.has_permission(permission text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles p
      join public.staff_permissions s on s.staff_role = p.staff_role and s.permission = has_permission.permission
      where p.id = auth.uid() and p.usertype = 'admin' and p.approved and p.deleted_at is null) and app.is_signed_in();
end $$;
comment on function app.has_permission is
  'Whether the caller is now an approved admin whose role has the permission, and is signed in (app.is_signed_in); '
  'used in policies.';
grant execute on function app.has_permission(text) to authenticated;

create function app.caller() returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles;
begin
  perform app.refuse_casts();
  if auth.uid() is null then perform app.refuse('must_login', 401, 'Sign in first'); end if;
  select p.* into v_me from public.profiles p where p.id = auth.uid() and p.deleted_at is null;
  if not found then perform app.refuse('user_issue_contact_admin', 403, 'This account has no profile'); end if;
  -- A token stays valid until it expires, even if its session has ended. A suspension also ends the sessions; then it
  -- is the reason that the person should read.
  if not app.has_session() then
    perform app.refuse_suspended(v_me);
    perform app.refuse('not_logged_in', 401, 'The session of this token has ended; sign in again');
  end if;
  -- Refuses staff without approval. They get no new token, but their last token stays valid until it expires.
  if not v_me.approved and app.is_staff(v_me.usertype) then perform app.require_active(v_me); end if;
  if app.lacks_second_factor() then
    perform app.refuse('second_factor_needed', 403,
      'Staff has to confirm the sign-in with a second factor; then repeat the call with the new token');
  end if;
  return v_me;
end $$;
comment on function app.caller() is
  'The caller''s profile, even if a rider or driver waits for approval or is suspended: they must be able to finish a '
  'ride and to pay a debt. '
  'Errors: must_login for visitors, not_logged_in if the session has ended, user_issue_contact_admin; '
  'account_suspended if a suspension ended the session, and for staff; not_allowed and second_factor_needed for '
  'staff.';

create function app.me() returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  -- Only people without approval are checked further: an approved person is never suspended, and each call costs 10 us.
  if not v_me.approved then perform app.require_active(v_me); end if;
  return v_me;
end $$;
comment on function app.me() is
  'The profile of an approved caller. '
  'Errors: must_login, not_logged_in, user_issue_contact_admin, account_suspended, require_approval; for staff '
  'not_allowed (not approved) and second_factor_needed.';

create function app.check_permission(me public.profiles, permission text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (me).usertype = 'admin' and not app.role_has_permission((me).staff_role, check_permission.permission) then
    perform app.refuse('not_allowed', 403, format('The role %s does not have the permission %s', (me).staff_role,
      check_permission.permission));
  end if;
end $$;
comment on function app.check_permission is
  'Refuses an admin whose staff role lacks the permission: not_allowed. People who are not admins pass.';

create function app.require_permission(permission text) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype <> 'admin' then perform app.refuse('not_allowed', 403, 'Only an admin can do this'); end if;
  perform app.check_permission(v_me, require_permission.permission);
  return v_me;
end $$;
comment on function app.require_permission is
  'Returns the caller''s profile, and refuses callers who are not admins or whose role lacks the permission. '
  'Errors: must_login, account_suspended, not_allowed.';
