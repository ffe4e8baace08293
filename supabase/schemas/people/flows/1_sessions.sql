-- Sessions: the triggers that end a person's sessions when they lose rights or change role, and the list of a person's
--           own sessions.
-- Access: only functions and triggers of the database's owner end sessions of other people; people see and end their
--         own sessions
-- Tests:  tests/db/sessions.sql, tests/api/realtime/rights.test.ts

-- Ends all sessions of a person. Deleting a session also deletes its refresh tokens. Open pages receive the broadcast
-- and sign out. The embedded server (npm start) closes their channels at once, a hosted project only when the token
-- expires. The broadcast precedes the deletion, so that a page receives it before its channel closes.
create function app.end_sessions(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('user:' || end_sessions.user_id, 'session_ended', end_sessions.user_id)
  where exists (select 1 from auth.sessions s where s.user_id = end_sessions.user_id);
  delete from auth.sessions s where s.user_id = end_sessions.user_id;
  insert into app.signed_out_staff as o (person_id, signed_out_by) select p.id, auth.uid() from public.profiles p
  where p.id = end_sessions.user_id and p.usertype = 'admin' and auth.uid() <> p.id
  on conflict on constraint signed_out_staff_pkey do update set at = excluded.at;
end $$;
comment on function app.end_sessions is
  'Ends all sessions of a person and notifies their open pages. Records which admin ended those of another.';

-- Ends the sessions of a person whose role or approval is taken away. A suspended person with a trip to finish stays
-- signed in until it is over (people/flows/2_suspending.sql): a driver must be able to end the ride of the passenger in
-- the car. A change of fleet ends no session: a driver's rights do not depend on the fleet, and policies look up a
-- fleet admin's rights for each row. Giving approval takes no rights away, so it ends none either. Whoever joins the
-- staff sets up a new second factor: the earlier one may be that of somebody who had stolen a session, which nobody
-- noticed while it did not count.
create function app.end_lost_rights(was public.profiles, person public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (person).usertype = (was).usertype and (person).deleted_at is null and app.is_party((person).usertype)
    and app.has_trip((person).id) then
    return;
  end if;
  perform app.end_sessions((person).id);
  if app.is_staff((person).usertype) and not app.is_staff((was).usertype) then
    delete from auth.mfa_factors f where f.user_id = (person).id;
  end if;
end $$;
comment on function app.end_lost_rights is
  'Signs out a person whose role or approval was taken away, unless there is a trip to finish; deletes the second '
  'factors of somebody who joins the staff.';

create function public.end_own_sessions(session_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_count integer;
begin
  perform app.require_edits();
  delete from auth.sessions s where s.user_id = v_me.id and s.id::text is distinct from auth.jwt() ->> 'session_id'
    and (end_own_sessions.session_id is null or s.id = end_own_sessions.session_id);
  get diagnostics v_count = row_count;
  if v_count > 0 then perform app.broadcast('user:' || v_me.id, 'session_ended', v_me.id); end if;
  return v_count;
end $$;
comment on function public.end_own_sessions is
  'Signs the caller out on one other device, or without session_id on all other devices; the session of the call '
  'itself is ended by auth.signOut. Returns the number of ended sessions. '
  'Errors: must_login, demo_mode.';
grant execute on function public.end_own_sessions(uuid) to authenticated;
