-- Changes of a route: the new quote applies, and a search under way goes on with it.

-- If the booking has open offers, withdraws them, because they show the old route, and starts the search for a driver
-- again.
create function app.search_again(booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.booking_offers o set status = 'withdrawn', answered_at = app.now()
  where o.booking_id = search_again.booking_id and o.status = 'open';
  if not found then return; end if;
  update app.dispatch_queue q set due_at = app.now() where q.booking_id = search_again.booking_id;
  perform app.dispatch_booking(search_again.booking_id);
end $$;

create function public.change_route(booking_id uuid, quote_id uuid, client_key uuid default gen_random_uuid())
  returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings := app.lock_booking(change_route.booking_id);
  v_after public.bookings;
  v_quote public.fare_quotes;
  v_key uuid := coalesce(change_route.client_key, gen_random_uuid());
  v_agrees boolean;
begin
  if app.role_in(v_booking, v_me) = 'driver' then
    perform app.refuse('not_allowed', 403, 'Only the rider or an admin changes the route');
  end if;
  if exists (select 1 from public.booking_revisions r where r.booking_id = v_booking.id and r.client_key = v_key)
    or exists (select 1 from public.route_proposals p where p.booking_id = v_booking.id and p.client_key = v_key) then
      return v_booking; end if;
  perform app.check_rerouting(v_booking);
  v_quote := app.take_quote(change_route.quote_id, v_me);
  perform app.check_route(v_booking, v_quote);
  v_agrees := app.needs_agreement(v_booking, v_quote, v_me);
  if v_agrees and (app.settings()).cheaper_route = 'agree' then
    perform app.propose_route(v_booking, v_quote, v_key);
    return v_booking;
  end if;
  perform app.set_actor(v_me.usertype, v_me.id);
  v_after := app.replace_route(v_booking, v_quote, v_me.id, v_key);
  -- Compensates the driver for the cheaper route. An earlier compensation becomes smaller if the route becomes more
  -- expensive again.
  if v_agrees or app.route_compensation(v_booking) > 0 then perform app.compensate_route(v_after, v_key); end if;
  if v_me.usertype = 'admin' then
    perform app.audit('change_route', 'bookings', v_booking.id::text, app.route_of(v_booking), app.route_of(v_after));
  end if;
  if v_after.driver_id is not null then
    perform app.notify(v_after.driver_id, 'trip_rerouted', jsonb_build_object('reference', v_after.reference, 'drop',
      v_after.drop_address), v_after.id);
  elsif v_after.status = 'NEW' then
    perform app.search_again(v_after.id);
    select b.* into v_after from public.bookings b where b.id = v_after.id;
  end if;
  return v_after;
end $$;
comment on function public.change_route is
  'Gives a booking another drop or other stops with a new quote, from its pickup via the stops already reached. The '
  'driver stays and is notified; open offers are replaced. During the trip the fare may not fall. Between acceptance '
  'and start, a fare below the accepted one either waits for accept_route_change (returns the booking unchanged; the '
  'proposal is in route_proposals) or costs a compensation (settings.cheaper_route). The booking''s promotion stays; '
  'a promotion on the new quote is ignored. A repeated client_key changes nothing. '
  'Errors: must_login, booking_not_found, not_allowed, wrong_status, route_fixed, too_many_changes, quote_not_found, '
  'quote_used, quote_expired, quote_unsuitable, quote_mismatch, route_shortened, promo_min_order.';
grant execute on function public.change_route(uuid, uuid, uuid) to authenticated;
