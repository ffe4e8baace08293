-- Changing to a cheaper route after a driver has accepted: the driver accepted the old fare, so the driver must agree
-- to the new one or is compensated.

-- Returns the fare that the driver agreed to. This is the fare of the last accepted proposal. If no proposal was
-- accepted, it is the fare before the first change of the route since the acceptance, or the current fare if the route
-- has not changed. The current fare may be lower, because the rider may have changed the route in several small steps.
create function app.accepted_fare(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.trip_cost from public.route_proposals p where p.booking_id = (booking).id
    and p.status = 'accepted'
      and p.answered_at >= (booking).accepted_at order by p.answered_at desc, p.id desc limit 1),
    (select (r.before ->> 'estimate')::numeric from public.booking_revisions r
    where r.booking_id = (booking).id and r.kind = 'route' and r.at >= (booking).accepted_at order by r.at, r.id
      limit 1), (booking).estimate)
$$;
comment on function app.accepted_fare is
  'The fare that the driver agreed to, by accepting the booking or a proposal of a cheaper route.';

create function app.needs_agreement(booking public.bookings, quote public.fare_quotes, me public.profiles)
  returns boolean
language sql stable security definer set search_path = '' as $$
  select (me).usertype <> 'admin' and app.is_awaiting_pickup((booking).status)
    and (quote).trip_cost < app.accepted_fare(booking)
$$;

create function app.compensation_for(accepted numeric, fare numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(0, round((accepted - fare) * s.cheaper_route_percent / 100, s."decimal"))
    from public.settings s where s.id = 1
$$;
comment on function app.compensation_for is
  'The driver''s compensation for a fare below the accepted one: settings.cheaper_route_percent of the difference.';

create function app.route_compensation(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(x.amount), 0) from public.booking_extras x where x.booking_id = (booking).id
    and x.key = 'route_change' and x.removed_at is null
$$;
comment on function app.route_compensation is
  'The compensation that the rider currently pays the driver for earlier changes to a cheaper route.';

create function public.route_change_quote(booking_id uuid, quote_id uuid)
returns table (amount_before numeric, amount_after numeric, compensation numeric, needs_driver boolean)
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_quote public.fare_quotes;
  v_before numeric;
  v_agrees boolean;
  v_mode text := (app.settings()).cheaper_route;
begin
  select b.* into v_booking from public.bookings b where b.id = route_change_quote.booking_id;
  if app.role_in(v_booking, v_me) = 'driver' then
    perform app.refuse('not_allowed', 403, 'Only the rider or an admin changes the route');
  end if;
  perform app.check_rerouting(v_booking);
  v_quote := app.lock_quote(route_change_quote.quote_id, v_me);
  perform app.check_route(v_booking, v_quote);
  v_agrees := app.needs_agreement(v_booking, v_quote, v_me);
  v_before := app.route_compensation(v_booking);
  needs_driver := v_agrees and v_mode = 'agree';
  compensation := case when needs_driver then v_before
    when v_agrees or v_before > 0 then app.compensation_for(app.accepted_fare(v_booking), v_quote.trip_cost) else 0 end;
  amount_before := v_booking.payable_amount + v_before;
  amount_after := v_quote.trip_cost + compensation + (select p.rounding - p.discount
    from app.route_price(v_booking, v_quote) p);
  return next;
end $$;
comment on function public.route_change_quote is
  'Previews change_route: the amount to pay now and after the change (with promotion, cash rounding and the driver''s '
  'compensation, which is also returned separately), and whether the driver has to agree. Changes nothing. '
  'Errors: those of change_route.';
grant execute on function public.route_change_quote(uuid, uuid) to authenticated;

create function app.lock_proposal(booking public.bookings) returns public.route_proposals
language plpgsql security definer set search_path = '' as $$
declare v_proposal public.route_proposals;
begin
  select p.* into v_proposal from public.route_proposals p where p.booking_id = (booking).id and p.status = 'open'
    for no key update;
  if not found then perform app.refuse('route_change_not_found', 404, 'No open proposal'); end if;
  return v_proposal;
end $$;
