-- Contacts: one mailbox has one spelling, whatever tricks its address plays.
select no_plan();
select is(app.normalised_mailbox(said), 'mint@hackney.test', 'one mailbox: ' || why) from (values
  ('mint@hackney.test', 'as it is'), ('Mint@Hackney.TEST', 'case'), ('mint+1@hackney.test', 'what follows a plus'), ('  mint@hackney.test.', 'blanks and a last dot'),
  (U&'mi\200Bnt@hackney.test', 'a zero-width space'), (U&'mi\00ADnt@hackney.test', 'a soft hyphen'), (U&'mi\2060nt+x@hackney.test', 'a word joiner'), (U&'\FF4D\FF49nt@hackney.test', 'full-width letters'),
  (U&'m\0456nt@hackney.test', 'a Cyrillic letter'), (U&'\041Cint@hackney.test', 'a Cyrillic capital'), (U&'m\03B9nt@hackney.test', 'a Greek letter'), (U&'\+01D426int@hackney.test', 'a mathematical letter')) v (said, why);
select is(app.normalised_mailbox(said), 'minttea@gmail.com', 'one mailbox at a host that ignores dots: ' || said)
from unnest(array['mint.tea@gmail.com', 'm.i.n.t.tea@googlemail.com', 'Mint.Tea+spam@GMail.com']) said;
select isnt(app.normalised_mailbox('mint.tea@hackney.test'), app.normalised_mailbox('minttea@hackney.test'), 'dots matter at other hosts');
select is(app.normalised_mailbox(said), null, 'no mailbox: ' || coalesce(quote_literal(said), 'null')) from unnest(array['', '@x.test', 'x', null]) said;
create function tests.account(email text, confirmed boolean default true) returns uuid language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (v_id, email, case when confirmed then now() end,
    jsonb_build_object('first_name', 'A', 'last_name', 'B', 'referral_id', (select referral_id from public.profiles where id = tests.id('rider2'))));
  return v_id;
end $$;
create temp table made (who text primary key, id uuid);
insert into made select w, tests.account(e, w <> 'squatter') from (values ('squatter', 'victim+1@hackney.test'), ('victim', 'victim@hackney.test'), ('again', 'v.i.c.t.i.m+2@hackney.test'), ('twice', 'victim+3@hackney.test')) v (w, e);
select isnt(p.signup_via_referral, null, 'an address that was never confirmed spoils nothing for its owner') from public.profiles p join made m on m.id = p.id where m.who = 'victim';
select is(p.signup_via_referral, null, 'a second account of a living mailbox was not invited') from public.profiles p join made m on m.id = p.id where m.who = 'twice';
select results_eq($$ select o from app.same_person_accounts((select id from made where who = 'twice')) o $$, $$ select id from made where who = 'victim' $$, 'both are one person');
update auth.users set email = 'new@hackney.test' where id = (select id from made where who = 'victim');
select results_eq($$ select o from app.same_person_accounts((select id from made where who = 'twice')) o $$, $$ select id from made where who = 'victim' $$, 'an address that was changed still counts');
select * from finish();
