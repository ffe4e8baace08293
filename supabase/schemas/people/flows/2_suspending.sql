-- Suspending: what happens when the trip that a suspended person could finish is over, and when the suspension is.
-- Access: booking_moved and person_approved call these
-- Tests:  tests/db/suspension.sql

-- Ends the sessions of suspended people with the last trip that they had to finish: app.end_lost_rights has left them
-- open for it. The driver is the one who had the trip, also if it went back to dispatch.
create function app.end_suspended(driver_id uuid, customer_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_sessions(p.id) from public.profiles p
  where p.id in (end_suspended.driver_id, end_suspended.customer_id) and p.suspended_at is not null
    and not app.has_trip(p.id);
end $$;
comment on function app.end_suspended is
  'Signs a suspended rider or driver out when the trip is over that they could still finish.';

-- A suspension that is over is no news: whoever drives again need not read it.
create function app.close_suspension(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.notices n set read_at = app.now() where n.user_id = close_suspension.user_id
    and n.key = 'account_suspended' and n.read_at is null;
  if found then perform app.broadcast('user:' || close_suspension.user_id, 'notice'); end if;
end $$;
comment on function app.close_suspension is
  'Marks the notice of a suspension as read once the person is approved again.';
