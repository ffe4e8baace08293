-- Cash that a driver took and that is not the fare, and tolls of a driver above what counts.

-- Returns whether a driver's phone reached the server after a time: with a position that it sent when it was measured,
-- a message, or a step. What came within the last minute proves nothing: when a signal returns, these may be faster
-- than the queue.
create function app.was_online_since(booking public.bookings, since timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.tracking_points t where t.booking_id = (booking).id
    and t.driver_id = (booking).driver_id and t.received_at is null
      and t.at > was_online_since.since + interval '5 seconds' and t.at < app.now() - interval '1 minute')
    or exists (select 1 from public.driver_positions p where p.driver_id = (booking).driver_id
      and p.updated_at > was_online_since.since + interval '5 seconds'
        and p.updated_at < app.now() - interval '1 minute')
    or exists (select 1 from public.chat_messages m where m.booking_id = (booking).id
      and m.from_id = (booking).driver_id
      and m.created_at > was_online_since.since + interval '5 seconds'
        and m.created_at < app.now() - interval '1 minute')
    or exists (select 1 from public.booking_events e where e.booking_id = (booking).id
      and e.actor_id = (booking).driver_id and e.reported_at is null
      and e.at > was_online_since.since + interval '5 seconds' and e.at < app.now() - interval '1 minute')
$$;

-- Returns the amounts that the phone can have shown: the quote with its extras, rounded for cash. Extras take up first
-- what the quote filled up to the minimum fare, as in the fare. It knows the driver's own extras, and of the others
-- those that were entered before it lost the signal.
create function app.possible_cash_amounts(booking public.bookings) returns numeric[]
language sql stable security definer set search_path = '' as $$
  select array_agg(app.cash_to_collect(u.booking_id, u.quoted + greatest(0, o.own + k.others - u.minimum)))
  from app.offline_ends u
  cross join lateral (select coalesce(sum(coalesce(x.countable_amount, x.amount)), 0) as own
    from public.booking_extras x
    where x.booking_id = u.booking_id and x.removed_at is null and x.by_role = 'driver') o
  cross join lateral (select 0::numeric as others union select sum(x.amount) over (order by x.created_at, x.id)
    from public.booking_extras x
    where x.booking_id = u.booking_id and x.removed_at is null and x.by_role <> 'driver'
      and x.created_at <= u.received_at) k
  where u.booking_id = (booking).id
$$;
comment on function app.possible_cash_amounts is
  'The amounts of cash that the driver''s phone can have shown at the end of a ride without a signal; null if it had '
  'one.';

create function app.cash_report_reason(booking public.bookings, reported numeric, at timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_end app.offline_ends;
begin
  if (booking).payment_mode <> 'cash' or (booking).prepaid or (booking).source = 'street'
    or (booking).category <> 'taxi' then
    return 'ride_kind';
  end if;
  select u.* into v_end from app.offline_ends u where u.booking_id = (booking).id and u.driver_id = (booking).driver_id;
  return case
    when v_end.booking_id is null or cash_report_reason.at is null
      or cash_report_reason.at > v_end.received_at then 'online'
    when v_end.was_online then 'signal'
    when cash_report_reason.reported = any (app.possible_cash_amounts(booking)) then 'no_signal'
    else 'amount' end;
end $$;
comment on function app.cash_report_reason is
  'Why an amount of cash counts (no_signal) or waits for the desk; the values of cash_reports.reason.';

-- Returns what the operator may still pay today for differences of a driver. Locks the driver's wallet, so that two
-- rides count one after the other.
create function app.goodwill_left(driver_id uuid) returns numeric
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.lock_wallets(goodwill_left.driver_id);
  return (select greatest(0, s.cash_goodwill - coalesce(sum(r.goodwill), 0)) from public.settings s
    left join public.cash_reports r on r.driver_id = goodwill_left.driver_id
      and r.created_at >= app.today()::timestamp at time zone s.time_zone
    where s.id = 1 group by s.cash_goodwill);
end $$;

create function app.refuse_objection() returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('objection_too_late', 409,
    format('Objections are possible for %s days', extract(days from app.objection_time())));
end $$;
