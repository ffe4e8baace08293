-- Sign-up form: the data of a new person is stored until a code verifies their e-mail address or number, and is applied
-- then.

create function app.check_capacity(vehicle jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (coalesce(jsonb_typeof(vehicle -> 'seats'), 'null') = 'null' or app.is_whole_number(vehicle -> 'seats', 20)
    and vehicle -> 'seats' <> '0')
    or not app.is_whole_number(coalesce(vehicle -> 'luggage', '0'), 20)
      or not app.is_whole_number(coalesce(vehicle -> 'child_seats', '0'), 4)
    or coalesce(jsonb_typeof(vehicle -> 'wheelchair'), 'boolean') <> 'boolean' then
    perform app.person_invalid('A car has 1 to 20 seats (null: as its car type), 0 to 20 pieces of luggage and 0 to 4 child seats; wheelchair is true or false');
  end if;
end $$;
comment on function app.check_capacity is
  'Refuses invalid capacities of a car ({seats, luggage, child_seats, wheelchair}): person_invalid.';

create function app.check_sign_up(facts jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_party(coalesce(facts ->> 'usertype', '')) then
    perform app.person_invalid('usertype is rider or driver');
  elsif app.is_blank(facts ->> 'first_name') or app.is_blank(facts ->> 'last_name') then
    perform app.person_invalid('Give a first and a last name');
  end if;
  perform app.check_new_person(facts - array['seats', 'luggage', 'child_seats', 'wheelchair']);
  perform app.check_capacity(facts);
  if facts ? 'referral_id' and not public.validate_referrer(facts ->> 'referral_id') then
    perform app.refuse('referral_invalid', 422, 'Unknown invitation code');
  end if;
end $$;

-- Returns the sign-up form with this id if it is at most seven days old and contains the user's own verified e-mail
-- address or number; otherwise null.
create function app.own_sign_up(sign_up_id uuid, user_id uuid) returns app.sign_ups
language sql stable security definer set search_path = '' as $$
  select s.* from app.sign_ups s join auth.users u on u.id = own_sign_up.user_id
  where s.id = own_sign_up.sign_up_id and s.created_at > app.now() - interval '7 days'
    and (u.email_confirmed_at is not null and lower(u.email) = app.email_of(s.facts ->> 'email')
      or u.phone_confirmed_at is not null and u.phone = substr(app.mobile_of(s.facts ->> 'mobile'), 2))
$$;
