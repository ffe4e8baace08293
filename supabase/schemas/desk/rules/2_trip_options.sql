-- Trip options: the actions that a person may take on a booking now. Pages show these actions, so that they need not
-- know the rules.
-- Access: the rider, the driver of the booking and admins; fleet admins see their fleet's bookings but get no actions
-- Tests:  tests/db/trip_options.sql

-- Lists the actions that the caller may take. Each line is one action: its place in the list, its name, and the checks
-- of the function that performs it. That function may still refuse, because time has passed or a position is missing.
create function app.options_of(booking public.bookings, me public.profiles, by_role text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(o.action order by o.place), '{}') from (values
    (1, 'cancel', by_role in ('rider', 'driver', 'admin') and app.can_cancel(booking, by_role)
      and not (by_role = 'driver' and app.is_demo())),
    (2, 'no_show', by_role = 'driver' and (me).approved and (booking).status = 'ARRIVED'
      and app.wait_ends(booking) <= app.now()),
    (3, 'chat', app.is_party(by_role) and (me).approved and app.is_chat_open(booking)),
    (4, 'assign', by_role = 'admin' and (booking).status = 'NEW' and not app.is_being_asked(booking)),
    (5, 'override_code', by_role = 'admin' and not app.is_demo() and (booking).otp_secure
      and app.is_code_due(booking)),
    (6, 'end_trip', by_role = 'admin' and (booking).status = 'STARTED'),
    (7, 'pay_with_wallet', by_role = 'rider' and app.is_awaiting_payment((booking).status) and not (booking).prepaid),
    (8, 'confirm_cash', (booking).status = 'PENDING' and case by_role
      when 'driver' then (booking).payment_mode = 'cash' or (app.settings()).cash_payments
        and ((booking).payment_mode <> 'card' or (booking).source = 'street')
      when 'admin' then app.has_permission('cash') and not app.is_demo()
        and (me).id not in ((booking).customer_id, (booking).driver_id)
      else false end),
    (9, 'share', by_role = 'rider' and app.can_share(booking)),
    (10, 'unshare', by_role = 'rider' and app.is_shared(booking)),
    (11, 'withdraw_offer', by_role = 'admin' and (booking).status = 'NEW' and app.desk_offer_open((booking).id)),
    (12, 'change_route', (booking).source <> 'street' and (by_role = 'admin' or by_role = 'rider' and (me).approved)
      and app.is_before_end((booking).status)
      and not (booking).prepaid and (booking).returning_at is null),
    (13, 'return_to_sender', (by_role = 'admin' or by_role = 'driver' and (me).approved)
      and (booking).category = 'delivery' and (booking).status = 'STARTED' and (booking).returning_at is null),
    (14, 'message_driver', by_role = 'admin' and not app.is_demo() and app.can_message_driver(booking)),
    -- Actions about money need the permissions fares or refund. Staff may have these without the permission bookings.
    (15, 'add_extra', (by_role = 'driver' and (me).approved or (me).usertype = 'admin' and not app.is_demo()
      and app.has_permission('fares'))
      and app.is_with_rider((booking).status) and (booking).category = 'taxi' and not (booking).prepaid),
    (16, 'remove_extra', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('fares')
      and (booking).status in ('ARRIVED', 'STARTED', 'PENDING')
      and exists (select 1 from public.booking_extras x where x.booking_id = (booking).id and x.removed_at is null)),
    (17, 'refund', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('refund')
      and app.is_paid((booking).status)
      and (me).id <> (booking).customer_id and app.refundable(booking) > 0),
    (18, 'correct_fare', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('fares')
      and app.is_billed((booking).status)
      and (booking).reached_at > app.now() - app.correction_time()
        and coalesce((me).id not in ((booking).customer_id, (booking).driver_id), true)),
    (19, 'request_payment', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('fares')
      and app.is_paid((booking).status)
      and (booking).reached_at > app.now() - app.correction_time() and not app.has_no_account((booking).customer_id)),
    (20, 'reverse', (me).usertype = 'admin' and not app.is_demo() and app.has_permission('refund')
      and exists (select from public.money_decisions d
      where d.booking_id = (booking).id and d.reversed_at is null and d.decided_at > app.now() - app.reversal_time()
        and (app.is_trip_decision(d.kind) or not exists (select from public.money_decisions o
          where o.booking_id = (booking).id and o.id > d.id)))),
    (21, 'end_guest_link', by_role in ('rider', 'admin') and app.has_guest_link(booking)),
    (22, 'pay_in_cash', by_role = 'rider' and (booking).status = 'PENDING' and (booking).payment_mode <> 'cash'
      and not (booking).prepaid and (app.settings()).cash_payments
      and not app.is_capturing(booking) and not app.driver_has_left(booking)),
    (23, 'show_pay_code', by_role = 'driver' and (booking).status = 'PENDING' and app.is_paid_by_link(booking)
      and ((booking).payment_mode = 'card' or (app.settings()).card_payments)
      and not app.is_capturing(booking))) o (place, action, may)
  where o.may
$$;

-- Counts paid waiting from the same time as app.final_inputs: after the free minutes of the tariff that the quote used.
create function app.waiting_pay(booking public.bookings) returns table (earns_from timestamptz, per_hour numeric)
language sql stable security definer set search_path = '' rows 1 as $$
  select greatest(t.since, case when (booking).book_later then (booking).trip_at end)
      + make_interval(secs => (60 * app.amount_in(f.rule -> 'free_wait'))::double precision),
    app.amount_in(f.rule -> 'waiting_rate_per_hour')
  from public.booking_finances f, (select app.at_pickup_since(booking) as since) t
  where f.booking_id = (booking).id and (booking).status = 'ARRIVED' and (booking).arrival_confirmed_at is not null
    and t.since is not null and (booking).category = 'taxi' and app.amount_in(f.rule -> 'waiting_rate_per_hour') > 0
$$;
comment on function app.waiting_pay is
  'Since when waiting at the pickup is paid, and the hourly rate, which goes entirely to the driver; no row if '
  'waiting is not paid or the car has not been within 500 m of the pickup.';

create function public.trip_options(booking_id uuid)
returns table (actions text[], free_until timestamptz, leave_at timestamptz, search_at timestamptz,
  cash_amount numeric, refundable numeric,
  earns_from timestamptz, earns_per_hour numeric, extra_room numeric, no_show_fee numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_role text;
begin
  select b.* into v_booking from public.bookings b where b.id = trip_options.booking_id;
  v_role := case when v_me.usertype = 'fleetadmin' and v_booking.fleet_id = v_me.id then 'fleetadmin'
    when v_me.usertype = 'admin' and not app.has_permission('bookings') then
      'onlooker' else app.role_in(v_booking, v_me) end;
  return query select app.options_of(v_booking, v_me, v_role),
    case when v_role = 'rider' then app.free_until(v_booking) end,
    w.leave_at,
    case when v_booking.status = 'NEW'
      and v_booking.book_later then v_booking.trip_at - make_interval(mins => s.lead_minutes) end,
    case when v_booking.status = 'PENDING' and (v_booking.payment_mode = 'cash' or v_booking.source = 'street'
      or v_role <> 'rider' and v_booking.payment_mode <> 'card') then
        app.cash_to_collect(v_booking.id, app.open_amount(v_booking)) end,
    case when v_me.usertype = 'admin' and app.is_paid(v_booking.status) then app.refundable(v_booking) end,
    p.earns_from, p.per_hour,
    case when v_role = 'driver' and app.is_on_the_road(v_booking.status) and v_booking.category = 'taxi'
      and v_booking.source <> 'street'
      then app.extras_room(v_booking) end,
    case when w.leave_at is not null then app.no_show_fee(v_booking) end
  from public.settings s
  -- Rider and driver read the same times and amounts of the wait, so that both pages show the same second.
  left join lateral (select app.wait_ends(v_booking) as leave_at) w on app.is_party(v_role)
    and v_booking.status = 'ARRIVED'
  left join lateral app.waiting_pay(v_booking) p on app.is_party(v_role) where s.id = 1;
end $$;
comment on function public.trip_options is
  'What the caller may do with a booking now (actions: cancel, no_show, chat, assign, override_code, end_trip, '
  'pay_with_wallet, pay_in_cash, confirm_cash, show_pay_code, share, unshare, change_route, return_to_sender, '
  'end_guest_link, add_extra, and for the desk withdraw_offer, message_driver, remove_extra, refund, correct_fare, '
  'request_payment, reverse), until when a rider cancels without a fee, for rider and driver when the driver may '
  'report a no-show (leave_at; null until a position in time has shown the car within 500 m of the pickup) and what '
  'it then costs the rider (no_show_fee), when the search for a later booking starts, the cash to pay (null for a '
  'rider who did not choose cash), and for admins the amount that can still be refunded; for both at the pickup, '
  'since when waiting is paid and the hourly rate; for a driver, how much of their extras counts at once in all '
  '(extra_room). '
  'Errors: must_login, booking_not_found.';
grant execute on function public.trip_options(uuid) to authenticated;
