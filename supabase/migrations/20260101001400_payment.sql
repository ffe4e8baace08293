-- Payment in cash.
-- Needs:  bookings
-- Access: the driver who carried the booking; an admin for the record
-- Tests:  tests/db/payment.sql

create function public.confirm_cash(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  if v_me.usertype = 'admin' then
    v_booking := app.lock_booking(confirm_cash.booking_id);
  else
    v_booking := app.lock_carried(confirm_cash.booking_id);
  end if;
  if v_booking.status in ('PAID', 'COMPLETE') then return v_booking; end if;
  if v_booking.status <> 'PENDING' then perform app.refuse_status(v_booking); end if;
  if v_booking.payment_mode <> 'cash' then
    raise sqlstate 'PT409' using message = 'not_a_cash_booking', hint = 'This ride is not paid in cash';
  end if;
  perform app.act(v_me.usertype, v_me.id, note => 'cash');
  update public.bookings b set status = 'PAID', paid_at = app.now(), customer_paid = b.cash_payment_amount, payable_amount = 0
  where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;
comment on function public.confirm_cash is
  'The driver holds the money; safe to call twice. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, not_a_cash_booking.';
revoke execute on function public.confirm_cash(uuid) from public, anon;
grant execute on function public.confirm_cash(uuid) to authenticated;
