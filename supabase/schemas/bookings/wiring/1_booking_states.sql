-- Booking states: who may change a status, which changes are allowed, and the event that each change adds to the
-- history.

create function app.with_columns(booking public.bookings, columns jsonb, allowed text[]) returns public.bookings
language plpgsql stable security definer set search_path = '' as $$
declare v_name text := (select k.name from jsonb_object_keys(columns) k (name) where k.name <> all (allowed) limit 1);
begin
  if v_name is not null then
    perform app.refuse('transition_refused', 409, format('%s is not written here', v_name));
  end if;
  return jsonb_populate_record(booking, columns);
end $$;
comment on function app.with_columns is
  'A booking with columns by name. '
  'Errors: transition_refused (a column that is not allowed).';

-- Refuses a change of status or driver that app.move_booking did not make, or that booking_transitions does not allow
-- for the actor's role. Sets the columns that app.move_booking or app.add_booking writes. Computes promised_at, and the
-- payment columns of a booking that becomes PAID or CANCELLED.
create function app.tg_bookings__guard() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_from text := case when tg_op = 'UPDATE' then old.status end;
  v_writing jsonb := nullif(current_setting('app.writing', true), '')::jsonb;
  v_is_written constant boolean := v_writing is not null
    and v_writing ->> 'id' is not distinct from case when tg_op = 'UPDATE' then new.id::text end;
begin
  if v_is_written then
    perform set_config('app.writing', '', true);
    new := app.with_columns(new, v_writing -> 'columns', case tg_op when 'UPDATE'
      then array(select c.name::text from app.booking_move_columns c)
        else array(select jsonb_object_keys(to_jsonb(new))) end);
  end if;
  if tg_op = 'UPDATE' and old.status = new.status and old.driver_id is not distinct from new.driver_id then
    return new;
  end if;
  if tg_op = 'UPDATE' and not v_is_written then
    perform app.refuse('transition_refused', 409, 'Only app.move_booking changes a status or a driver');
  end if;
  if not exists (select 1 from public.booking_transitions t where t.from_status is not distinct from v_from
      and t.to_status = new.status and t.actor = app.actor() ->> 'role') or tg_op = 'INSERT'
        and (new.source = 'street') <> (new.status = 'STARTED') then
    perform app.refuse('transition_refused', 409, format('%s to %s is not allowed for %s', coalesce(v_from, 'nothing'),
      new.status, app.actor() ->> 'role'));
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if app.is_upcoming(new.status) then new.promised_at := app.promised_arrival(new); end if;
  if new.status = 'PAID' then new := app.fill_payment(new); end if;
  -- Nothing is left to pay of a cancelled booking: its fee is charged to the wallet.
  if new.status = 'CANCELLED' then
    new.payable_amount := 0;
    new.cash_rounding := 0;
    new.cash_payment_amount := 0;
  end if;
  return new;
end $$;

create trigger bookings__guard before insert or update of status, driver_id on public.bookings for each row
  execute function app.tg_bookings__guard();
