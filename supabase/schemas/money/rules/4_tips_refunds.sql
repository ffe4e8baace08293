-- Tips for drivers, and refunds to riders.

create function app.card_money_in(user_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select greatest(0, least(p.wallet_balance - p.bonus_balance, app.locked_topups(p.id))) from public.profiles p
    where p.id = card_money_in.user_id);
end $$;
comment on function app.card_money_in is
  'How much of a wallet''s money came from cards. A tip from this money is still card money, so the driver cannot '
  'withdraw it at once.';

-- Returns the ledger entries that pay for a refund. Up to the driver's share of this booking, the money is taken back
-- from the driver, the fleet and the tax, in the proportion in which the share was divided among them. The operator
-- pays the rest, and the whole refund if the driver's account was deleted. Of an employee's ride the operator's revenue
-- and the tax get less in the same way.
create function app.reclaim_share(booking public.bookings, amount numeric) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now app.fare_sums := app.current_fare(booking);
  v_taken numeric[] := app.reclaimed_shares(booking);
  v_part numeric;
  v_parts numeric[];
begin
  if app.is_employed((select f.rule from public.booking_finances f where f.booking_id = (booking).id)) then
    v_part := greatest(0, least(reclaim_share.amount, v_now.convenience_fees - v_taken[1] - v_taken[4]));
    v_parts := app.split_part(v_part, array[v_now.tax_booked, v_now.convenience_fees - v_now.tax_booked],
      array[v_taken[1], v_taken[4]], (app.settings())."decimal");
    return jsonb_build_array(app.entry('revenue.convenience', -v_parts[2]), app.entry('tax', -v_parts[1]),
      app.entry('expense.goodwill', v_part - reclaim_share.amount));
  end if;
  v_part := case when app.has_no_account((booking).driver_id) then 0
    else greatest(0, least(reclaim_share.amount, v_now.driver_share - v_taken[1] - v_taken[2] - v_taken[3])) end;
  v_parts := app.split_part(v_part, array[v_now.tax_booked, v_now.fleet_share, v_now.driver_share - v_now.fleet_share
    - v_now.tax_booked], v_taken[1:3], (app.settings())."decimal");
  return jsonb_build_array(app.entry('wallet:' || (booking).driver_id, -v_parts[3]),
    app.entry('wallet:' || (booking).fleet_id, -v_parts[2]), app.entry('tax', -v_parts[1]),
      app.entry('expense.goodwill', v_part - reclaim_share.amount));
end $$;

create function app.refund_answer(booking_id uuid, transaction_id bigint) returns public.booking_refund
language sql stable security definer set search_path = '' as $$
  select refund_answer.booking_id, refund_answer.transaction_id,
    (select sum(e.amount) from public.ledger_entries e where e.transaction_id = refund_answer.transaction_id
      and e.amount > 0),
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'status', r.status,
      'reason', r.reason,
      'to', case when r.payment_id is null then 'wallet' else 'card' end) order by r.id), '[]')
      from public.refunds r where r.booking_id = refund_answer.booking_id)
$$;

-- What the operator paid of a booking's price for the rider, and has not got back: goodwill for cash that a driver did
-- not collect, and a written-off rest.
create function app.paid_by_operator(booking public.bookings) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(0, app.written_off((booking).id) + app.goodwill_paid((booking).id)
    - (select coalesce(sum(c.to_operator), 0) from app.fare_changes c where c.booking_id = (booking).id));
end $$;

create function app.refundable(booking public.bookings) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (booking).customer_paid + (select coalesce(sum(q.amount), 0) from public.payment_requests q
    where q.booking_id = (booking).id and q.status = 'accepted')
    - app.written_off((booking).id) - app.goodwill_paid((booking).id) - (select coalesce(sum(r.amount), 0)
      from public.refunds r
      where r.booking_id = (booking).id and r.created_by is not null and r.status <> 'dropped')
    - (select coalesce(sum(p.disputed_amount), 0) from public.payments p where p.booking_id = (booking).id
      and p.purpose = 'booking');
end $$;
comment on function app.refundable is
  'The part of a booking that can still be refunded: paid, also later by an accepted payment request, not written '
  'off, not refunded by an admin and not disputed by a chargeback.';
