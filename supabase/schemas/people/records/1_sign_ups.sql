-- Sign-up form: the data of a new person is stored until a code verifies their e-mail address or number, and is applied
-- then.

create table app.sign_ups (
  id uuid primary key default gen_random_uuid(),
  facts jsonb not null,
  created_at timestamptz not null default app.now()
);
call app.describe('app.sign_ups', $$
  Sign-up forms, kept for seven days. Anyone can submit one for any address, so a form by itself creates no account
    and proves nothing.
  id: Random, and known only to the client that submitted the form, which needs it to finish the sign-up.
  facts: Data of the form: {usertype, first_name, last_name, email, mobile, referral_id} and for drivers {car_type_id,
    vehicle_make, vehicle_model, vehicle_color, vehicle_number, seats, luggage, child_seats, wheelchair}.
$$);

create index sign_ups_created_at on app.sign_ups (created_at);

alter table app.sign_ups enable row level security;
