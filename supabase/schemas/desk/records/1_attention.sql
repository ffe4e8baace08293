-- The attention list: bookings that the desk must look at.

create index booking_finances_odd on public.booking_finances (booking_id desc)
  where flags && '{held_at_quote,long_way,below_quote,ended_elsewhere}';

-- Emergencies (alarms) on the attention list. They are stored, because they do not follow from a booking's state as the
-- other entries do. raise_alarm adds a row; it is deleted when the alarm is over. Alarms are shown at the top of the
-- list with their positions. A page that has no text for a reason shows the reason itself.
create table app.alarms (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid references public.bookings (id) on delete cascade,
  reason text not null check (reason ~ '^[a-z][a-z_]{1,39}$'),
  person_id uuid references public.profiles (id) on delete cascade,
  lat double precision,
  lng double precision,
  since timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  constraint alarms_person unique (person_id, reason),
  constraint alarms_place check ((lat is null) = (lng is null) and (lat is null or app.is_place(lat, lng))),
  constraint alarms_about check (booking_id is not null or person_id is not null)
);
call app.describe('app.alarms', $$
  Alarms, shown at the top of the attention list. The function that raises an alarm adds the row; ending it deletes
    the row.
  reason: Kind of alarm, as in the column reason of attention_list, such as sos.
  booking_id: The booking of the alarm; null for a driver without a trip.
  person_id: The person who raised the alarm and should be called; null: the rider is called.
  lat: Latitude of the place where the alarm was raised; null if unknown: then the car's position is shown, or the
    pickup.
  updated_at: When the person last asked for help.
$$);

create unique index alarms_booking on app.alarms (booking_id, reason) where person_id is null;
create index alarms_booking_id on app.alarms (booking_id);

alter table app.alarms enable row level security;

-- The desk is several people: whoever looks at a booking says so, so that nobody does the same, and what can wait is
-- put off. A mark is about the reasons that the booking has now; another one shows it again. Alarms have no marks: they
-- are answered. Every mark ends, so that one person cannot keep a matter from all others: a mark that was put back
-- stays, with an end in the past, so that marking again counts from the first time.
create table app.attention_marks (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  reason text not null,
  person_id uuid not null references public.profiles (id) on delete cascade,
  since timestamptz not null,
  first_at timestamptz not null default app.now(),
  until timestamptz not null,
  is_occupied boolean not null,
  primary key (booking_id, reason)
);
call app.describe('app.attention_marks', $$
  Who looks at a booking on the attention list, or until when it was put off. Deleted when the reason is over.
  since: Since when the booking had the reason when it was marked. A later since is a new matter, which no mark hides.
  first_at: When the matter was first marked; marks end seven days later for good.
  until: Until when the mark counts.
  is_occupied: Whether the person looks at it; otherwise it was put off.
$$);

create index attention_marks_person_id on app.attention_marks (person_id);

alter table app.attention_marks enable row level security;

create type public.attention_row as (
  booking_id uuid, reference text, reason text, since timestamptz, status public.booking_status, category text,
  customer_name text, driver_id uuid, driver_name text, pickup_address text, drop_address text, trip_at timestamptz,
  payable_amount numeric, dispatch_note text, is_alarm boolean, lat double precision, lng double precision,
  contact_name text, contact text, alarm_id uuid, by_driver boolean, rank integer, taken_by text,
    put_off_until timestamptz
);
comment on type public.attention_row is
  'A row of attention_list: a booking with one reason for which the desk must look at it, an alarm, a driver with an '
  'unanswered message, a new admin, a person whose file was replaced, a person about whom a request waits for '
  'approval, or a map of another country. rank: 1 hurts first. taken_by: who looks at it, or who put it off; '
  'put_off_until: until when it was put off (mark_attention).';

-- A copy of the attention list as it was last broadcast. The list also changes as time passes, so row triggers cannot
-- detect all changes; instead a job compares the list with this copy every few seconds. Counts and lists for staff read
-- the copy, because computing the list reads every trip under way.
create table app.attention_sent (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  reason text not null,
  fleet_id uuid,
  primary key (booking_id, reason)
);
call app.describe('app.attention_sent', $$
  The attention list as it was last broadcast.
  fleet_id: The fleet that also got the broadcast. Stored, because a booking returned to dispatch has no fleet, but
    its former fleet must get the next broadcast, too. Null: only the office can resolve it.
$$);

alter table app.attention_sent enable row level security;
