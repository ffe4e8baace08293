-- Statuses of a booking, and the sets of statuses that rules speak of.
-- Access: functions of the owner; the sets that policies name also for those who read under them
-- Tests:  tests/db/named_sets.test.ts, tests/contract/named-sets.test.ts
-- A rule says app.is_paid(b.status), not a list of statuses. The functions have neither search_path nor security
-- definer, because PostgreSQL inlines only such functions: a query is planned as if the list stood there, and uses the
-- indexes whose condition is such a list. The conditions of indexes and the constraints of tables contain the lists
-- themselves: replacing a function would not check or index their rows again. `npm run generate` writes the sets for
-- TypeScript (src/types/statuses.ts).

create domain public.booking_status as text check (value in (
  'PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED'));

create function app.is_running(status public.booking_status) returns boolean language sql immutable parallel safe as $$
  select status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
$$;
comment on function app.is_running is
  'Whether a booking is between its confirmation and the fare: the desk watches it.';

create function app.is_before_end(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED')
$$;
comment on function app.is_before_end is
  'Whether a booking is confirmed and its trip has not ended: its route, its stops and its hold may still change.';

create function app.is_before_start(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('NEW', 'ACCEPTED', 'ARRIVED')
$$;
comment on function app.is_before_start is 'Whether a booking is confirmed and its trip has not started.';

create function app.is_upcoming(status public.booking_status) returns boolean language sql immutable parallel safe as $$
  select status in ('NEW', 'ACCEPTED')
$$;
comment on function app.is_upcoming is 'Whether a booking is confirmed and no car is at its pickup.';

create function app.is_awaiting_pickup(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('ACCEPTED', 'ARRIVED')
$$;
comment on function app.is_awaiting_pickup is 'Whether a driver has accepted and the rider is not aboard.';

create function app.is_with_rider(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('ARRIVED', 'STARTED')
$$;
comment on function app.is_with_rider is
  'Whether the car is at the pickup, as the driver says, or the rider is aboard.';

create function app.is_on_the_road(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('ACCEPTED', 'ARRIVED', 'STARTED')
$$;
comment on function app.is_on_the_road is
  'Whether a driver has accepted and has not reached the drop-off: the driver''s position is the trip''s car, and is '
  'recorded.';

create function app.is_under_way(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
$$;
comment on function app.is_under_way is
  'Whether the trip occupies its driver: from the acceptance until the fare is known.';

create function app.is_at_work(status public.booking_status) returns boolean language sql immutable parallel safe as $$
  select status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING')
$$;
comment on function app.is_at_work is
  'Whether the trip is its driver''s work: from the acceptance until the fare is paid.';

-- Such a driver keeps the session until that trip is paid (people/wiring/1_suspending.sql), and does and reads only
-- what ends it.
create function app.is_finishable(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('STARTED', 'REACHED', 'PENDING')
$$;
comment on function app.is_finishable is 'Whether a driver who is suspended still finishes a trip in this status.';

create function app.is_awaiting_payment(status public.booking_status) returns boolean
language sql immutable parallel safe as $$
  select status in ('PAYMENT_PENDING', 'PENDING')
$$;
comment on function app.is_awaiting_payment is
  'Whether a booking waits for its rider''s payment: in advance, or of the final fare.';

create function app.is_billed(status public.booking_status) returns boolean language sql immutable parallel safe as $$
  select status in ('PENDING', 'PAID', 'COMPLETE')
$$;
comment on function app.is_billed is 'Whether the final fare is known, paid or not.';

create function app.is_paid(status public.booking_status) returns boolean language sql immutable parallel safe as $$
  select status in ('PAID', 'COMPLETE')
$$;
comment on function app.is_paid is 'Whether the fare is paid.';

create function app.is_closed(status public.booking_status) returns boolean language sql immutable parallel safe as $$
  select status in ('PAID', 'COMPLETE', 'CANCELLED')
$$;
comment on function app.is_closed is 'Whether nothing is left to drive or to pay.';

-- Policies of tables name these, so their readers execute them.
grant execute on function app.is_on_the_road(public.booking_status),
  app.is_closed(public.booking_status) to authenticated;
