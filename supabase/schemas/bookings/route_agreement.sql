-- Changing to a cheaper route after a driver has accepted: the driver accepted the old fare, so the driver must agree to the
-- new one or is compensated.
-- Needs:  stops (change_route), extras, notices
-- Access: people who can read a booking read its proposals; the driver of the booking accepts or declines, the rider withdraws;
--   the rider or an admin previews a change
-- Tests:  tests/db/route_agreement.sql

create table public.route_proposals (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  quote_id uuid not null references public.fare_quotes (id) on delete cascade,
  asked_by uuid not null references public.profiles (id),
  trip_cost numeric not null check (trip_cost >= 0 and trip_cost < 1000000000),
  drop_address text not null default '',
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  client_key uuid not null,
  at timestamptz not null default app.now(),
  answered_at timestamptz check ((status = 'open') = (answered_at is null)),
  unique (booking_id, client_key)
);
call app.describe('public.route_proposals', $$
  Cheaper routes that riders requested after a driver accepted, with the driver's answer. While a proposal is open the old route applies.
  asked_by: The rider who requested the route.
  trip_cost: The fare of the new route.
  drop_address: Address of the new drop.
  status: open; accepted or declined by the driver; withdrawn by the rider, or automatically because the booking continued without an answer.
$$);
create unique index route_proposals_one_open on public.route_proposals (booking_id) where status = 'open';
create index route_proposals_quote_id on public.route_proposals (quote_id);
create index route_proposals_asked_by on public.route_proposals (asked_by);
alter table public.route_proposals enable row level security;
grant select on public.route_proposals to authenticated;
revoke insert, update, delete, truncate on public.route_proposals from service_role;
-- The query on bookings inside the policy obeys the policies of bookings, so it finds only bookings that the caller may read.
create policy "people read the proposals of bookings they see" on public.route_proposals for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = route_proposals.booking_id));
create policy "admins read every proposal" on public.route_proposals for select to authenticated using ((select app.has_current_role('admin')));

-- Returns the fare that the driver agreed to. This is the fare of the last accepted proposal. If no proposal was accepted, it
-- is the fare before the first change of the route since the acceptance, or the current fare if the route has not changed. The
-- current fare may be lower, because the rider may have changed the route in several small steps.
create function app.accepted_fare(booking public.bookings) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce((select p.trip_cost from public.route_proposals p where p.booking_id = (booking).id and p.status = 'accepted'
      and p.answered_at >= (booking).accepted_at order by p.answered_at desc, p.id desc limit 1),
    (select (r.before ->> 'estimate')::numeric from public.booking_revisions r
    where r.booking_id = (booking).id and r.kind = 'route' and r.at >= (booking).accepted_at order by r.at, r.id limit 1), (booking).estimate)
$$;
comment on function app.accepted_fare is 'The fare that the driver agreed to, by accepting the booking or a proposal of a cheaper route.';

create function app.needs_agreement(booking public.bookings, quote public.fare_quotes, me public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select (me).usertype <> 'admin' and (booking).status in ('ACCEPTED', 'ARRIVED') and (quote).trip_cost < app.accepted_fare(booking)
$$;

create function app.propose_route(booking public.bookings, quote public.fare_quotes, client_key uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id and p.status = 'open';
  insert into public.route_proposals (booking_id, quote_id, asked_by, trip_cost, drop_address, client_key)
  values ((booking).id, (quote).id, (booking).customer_id, (quote).trip_cost, (quote).drop_address, propose_route.client_key);
  perform app.notify((booking).driver_id, 'route_proposed', jsonb_build_object('reference', (booking).reference,
    'drop', (quote).drop_address, 'fare', (quote).trip_cost, 'before', (booking).trip_cost), (booking).id);
  perform app.broadcast('booking:' || (booking).id, 'booking', (booking).id);
end $$;

create function app.compensation_for(accepted numeric, fare numeric) returns numeric language sql stable security definer set search_path = '' as $$
  select greatest(0, round((accepted - fare) * s.cheaper_route_percent / 100, s."decimal")) from public.settings s where s.id = 1
$$;
comment on function app.compensation_for is 'The driver''s compensation for a fare below the accepted one: settings.cheaper_route_percent of the difference.';

create function app.route_compensation(booking public.bookings) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(x.amount), 0) from public.booking_extras x where x.booking_id = (booking).id and x.key = 'route_change' and x.removed_at is null
$$;
comment on function app.route_compensation is 'The compensation that the rider currently pays the driver for earlier changes to a cheaper route.';

-- Stores the compensation as an extra of the trip: it is a separate line of the receipt, and the driver gets all of it.
create function app.compensate_route(booking public.bookings, client_key uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_amount numeric := app.compensation_for(app.accepted_fare(booking), (booking).estimate);
begin
  delete from public.booking_extras x where x.booking_id = (booking).id and x.key = 'route_change';
  if v_amount > 0 then
    insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
    values ((booking).id, 'route_change', v_amount, 'system', (booking).customer_id, compensate_route.client_key);
  end if;
end $$;

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
  if app.role_in(v_booking, v_me) = 'driver' then perform app.refuse('not_allowed', 403, 'Only the rider or an admin changes the route'); end if;
  perform app.check_rerouting(v_booking);
  v_quote := app.lock_quote(route_change_quote.quote_id, v_me);
  perform app.check_route(v_booking, v_quote);
  v_agrees := app.needs_agreement(v_booking, v_quote, v_me);
  v_before := app.route_compensation(v_booking);
  needs_driver := v_agrees and v_mode = 'agree';
  compensation := case when needs_driver then v_before
    when v_agrees or v_before > 0 then app.compensation_for(app.accepted_fare(v_booking), v_quote.trip_cost) else 0 end;
  amount_before := v_booking.payable_amount + v_before;
  amount_after := v_quote.trip_cost + compensation + (select p.rounding - p.discount from app.route_price(v_booking, v_quote) p);
  return next;
end $$;
comment on function public.route_change_quote is 'Previews change_route: the amount to pay now and after the change (with promotion, cash rounding and the driver''s compensation, which is also returned separately), and whether the driver has to agree. Changes nothing. Errors: those of change_route.';
grant execute on function public.route_change_quote(uuid, uuid) to authenticated;

create function app.lock_proposal(booking public.bookings) returns public.route_proposals language plpgsql security definer set search_path = '' as $$
declare v_proposal public.route_proposals;
begin
  select p.* into v_proposal from public.route_proposals p where p.booking_id = (booking).id and p.status = 'open' for no key update;
  if not found then perform app.refuse('route_change_not_found', 404, 'No open proposal'); end if;
  return v_proposal;
end $$;

create function public.accept_route_change(booking_id uuid) returns public.bookings language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_carried(accept_route_change.booking_id);
  v_proposal public.route_proposals := app.lock_proposal(v_booking);
  v_quote public.fare_quotes;
  v_after public.bookings;
begin
  select q.* into strict v_quote from public.fare_quotes q where q.id = v_proposal.quote_id;
  update public.route_proposals p set status = 'accepted', answered_at = app.now() where p.id = v_proposal.id;
  perform app.set_driver_actor(v_booking.driver_id);
  v_after := app.replace_route(v_booking, v_quote, v_proposal.asked_by, v_proposal.client_key);
  perform app.notify(v_after.customer_id, 'route_accepted', jsonb_build_object('reference', v_after.reference, 'drop', v_after.drop_address), v_after.id);
  return v_after;
end $$;
comment on function public.accept_route_change is 'The driver accepts the cheaper route that the rider requested; it applies at once. Returns the booking. Errors: not_a_driver, require_approval, booking_not_found, route_change_not_found.';
grant execute on function public.accept_route_change(uuid) to authenticated;

create function public.decline_route_change(booking_id uuid) returns public.bookings language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(decline_route_change.booking_id);
  v_role text := app.role_in(v_booking, v_me);
  v_proposal public.route_proposals := app.lock_proposal(v_booking);
begin
  if v_role = 'admin' then perform app.refuse('not_allowed', 403, 'Only rider and driver decide this'); end if;
  update public.route_proposals p set status = case v_role when 'driver' then 'declined' else 'withdrawn' end, answered_at = app.now()
  where p.id = v_proposal.id;
  if v_role = 'driver' then
    perform app.notify(v_booking.customer_id, 'route_declined', jsonb_build_object('reference', v_booking.reference, 'drop', v_booking.drop_address), v_booking.id);
  end if;
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_booking;
end $$;
comment on function public.decline_route_change is 'The driver declines the cheaper route, or the rider withdraws it; the old route stays. Returns the booking. Errors: must_login, booking_not_found, route_change_not_found, not_allowed.';
grant execute on function public.decline_route_change(uuid) to authenticated;

-- Withdraws an unanswered proposal when the trip starts, or the booking is cancelled or returns to dispatch. When it returns to
-- dispatch, the driver's compensation is also removed, because the next driver accepts the new fare.
create function app.end_proposal(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.route_proposals p set status = 'withdrawn', answered_at = app.now() where p.booking_id = (booking).id and p.status = 'open';
  if (booking).status = 'NEW' then
    delete from public.booking_extras x where x.booking_id = (booking).id and x.key = 'route_change';
  end if;
end $$;
comment on function app.end_proposal is 'Withdraws an open proposal of a cheaper route when the trip starts, ends or returns to dispatch.';
