-- The tick of dispatch: what is due now.

-- Works on many bookings in one transaction, and the rows of one stay locked while it works on the next. So it never
-- waits long for a row that another transaction has locked: that transaction may wait for a row of this one.
create function app.dispatch_tick() returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '200ms' as $$
declare
  v_asked integer := 0;
  v_id uuid;
begin
  -- Skip: another tick is running and does the same work.
  if not pg_try_advisory_xact_lock(4841001) then return 0; end if;
  perform app.check_claims();
  begin
    perform app.engage_due();
  exception when unique_violation or lock_not_available then
    null; -- the driver accepts another booking, or a row is in use; the next tick retries
  end;
  perform app.return_late_jobs();
  perform app.remind_due();
  for v_id in select q.booking_id from app.dispatch_queue q where q.due_at <= app.now() order by q.due_at limit 200 loop
    perform 1 from public.bookings b where b.id = v_id for no key update skip locked;
    continue when not found;
    -- An error in one booking must not stop the others.
    begin
      v_asked := v_asked + app.dispatch_booking(v_id);
    exception when lock_not_available then
      null; -- a row is in use; the next tick retries
    when others then
      raise warning 'dispatch of % failed: %', v_id, sqlerrm;
      update app.dispatch_queue q set due_at = app.now() + interval '30 seconds' where q.booking_id = v_id;
    end;
  end loop;
  return v_asked;
end $$;
comment on function app.dispatch_tick is
  'Does everything in dispatch that is due: checks claims, engages drivers, reminds, and continues each search. Any '
  'caller may call it at any time and any number of times.';
