-- Booking states: who may change a status, which changes are allowed, and the event that each change adds to the
-- history.

-- Refuses a change of status or driver that app.move_booking did not make, or that booking_transitions does not allow for the
-- actor's role. Computes promised_at, and the payment columns of a booking that becomes PAID or CANCELLED.
create function app.tg_bookings__guard() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_from text := case when tg_op = 'UPDATE' then old.status end;
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.driver_id is not distinct from new.driver_id then return new; end if;
  if tg_op = 'UPDATE' and current_setting('app.moving', true) is distinct from new.id::text then
    perform app.refuse('transition_refused', 409, 'Only app.move_booking changes a status or a driver');
  end if;
  if not exists (select 1 from public.booking_transitions t where t.from_status is not distinct from v_from
      and t.to_status = new.status and t.actor = app.actor() ->> 'role') or tg_op = 'INSERT' and (new.source = 'street') <> (new.status = 'STARTED') then
    perform app.refuse('transition_refused', 409, format('%s to %s is not allowed for %s', coalesce(v_from, 'nothing'), new.status, app.actor() ->> 'role'));
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if app.is_upcoming(new.status) then new.promised_at := app.promised_arrival(new); end if;
  if new.status = 'PAID' then new := app.with_payment(new); end if;
  -- Nothing is left to pay of a cancelled booking: its fee is charged to the wallet.
  if new.status = 'CANCELLED' then
    new.payable_amount := 0;
    new.cash_rounding := 0;
    new.cash_payment_amount := 0;
  end if;
  return new;
end $$;

create trigger bookings__guard before insert or update of status, driver_id on public.bookings for each row execute function app.tg_bookings__guard();
