-- Contacts: all spellings of an address are normalised to one mailbox.
select no_plan();
select is(app.normalised_mailbox(said), 'mint@hackney.test', 'an address is normalised to its mailbox: ' || why) from (values
  ('mint@hackney.test', 'unchanged'), ('Mint@Hackney.TEST', 'letter case'), ('mint+1@hackney.test', 'a suffix after a plus'), ('  mint@hackney.test.', 'blanks and a final dot'),
  (U&'mi\200Bnt@hackney.test', 'a zero-width space'), (U&'mi\00ADnt@hackney.test', 'a soft hyphen'), (U&'mi\2060nt+x@hackney.test', 'a word joiner'), (U&'\FF4D\FF49nt@hackney.test', 'full-width letters'),
  (U&'m\0456nt@hackney.test', 'a Cyrillic letter'), (U&'\041Cint@hackney.test', 'a Cyrillic capital'), (U&'m\03B9nt@hackney.test', 'a Greek letter'), (U&'\+01D426int@hackney.test', 'a mathematical letter')) v (said, why);
select is(app.normalised_mailbox(said), 'minttea@gmail.com', 'dots are ignored at hosts that ignore them: ' || said)
from unnest(array['mint.tea@gmail.com', 'm.i.n.t.tea@googlemail.com', 'Mint.Tea+spam@GMail.com']) said;
select isnt(app.normalised_mailbox('mint.tea@hackney.test'), app.normalised_mailbox('minttea@hackney.test'), 'dots are kept at other hosts');
select is(app.normalised_mailbox(said), null, 'an address without a mailbox is null: ' || coalesce(quote_literal(said), 'null')) from unnest(array['', '@x.test', 'x', null]) said;
select is(app.normalised_number(said), line, 'all spellings of a mobile number are one line: ' || said) from (values
  ('+5491123456789', '541123456789'), ('+541123456789', '541123456789'), ('5491123456789', '541123456789'), ('+5215512345678', '525512345678'), ('+525512345678', '525512345678'),
  ('+5511987654321', '551187654321'), ('+551187654321', '551187654321'), ('+2290197123456', '22997123456'), ('+22997123456', '22997123456'), ('+4235550101;ext=12', '4235550101')) v (said, line);
select is(app.normalised_number(said), line, 'a number that looks like two spellings but has one stays as it is: ' || said) from (values
  ('+5511932345678', '5511932345678'), ('+551132345678', '551132345678'), ('+54911234567', '54911234567'), ('+5219981234', '5219981234'), ('+4990112345678', '4990112345678')) v (said, line);
select is(app.normalised_number(''), null, 'a text without digits is no line');
create function tests.account(email text, confirmed boolean default true) returns uuid language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (v_id, email, case when confirmed then now() end,
    jsonb_build_object('first_name', 'A', 'last_name', 'B', 'referral_id', (select referral_id from public.profiles where id = tests.id('rider2'))));
  return v_id;
end $$;
create temp table made (who text primary key, id uuid);
insert into made select w, tests.account(e, w <> 'squatter') from (values ('squatter', 'victim+1@hackney.test'), ('victim', 'victim@hackney.test'), ('again', 'v.i.c.t.i.m+2@hackney.test'), ('twice', 'victim+3@hackney.test')) v (w, e);
select isnt(p.signup_via_referral, null, 'an unconfirmed account of the same mailbox does not cancel the owner''s referral') from public.profiles p join made m on m.id = p.id where m.who = 'victim';
select is(p.signup_via_referral, null, 'a second account of the same mailbox is not counted as referred') from public.profiles p join made m on m.id = p.id where m.who = 'twice';
select results_eq($$ select o from app.same_person_accounts((select id from made where who = 'twice')) o $$, $$ select id from made where who = 'victim' $$, 'two accounts of the same mailbox belong to one person');
insert into made select w, gen_random_uuid() from unnest('{mobile,again_mobile}'::text[]) w;
insert into auth.users (id, phone, phone_confirmed_at, raw_user_meta_data) select m.id, case m.who when 'mobile' then '5491123456789' else '541123456789' end, now(), '{}' from made m where m.who ~ 'mobile';
select results_eq($$ select o from app.same_person_accounts((select id from made where who = 'again_mobile')) o $$, $$ select id from made where who = 'mobile' $$, 'two accounts with two spellings of one mobile number belong to one person');
update auth.users set email = 'new@hackney.test' where id = (select id from made where who = 'victim');
select results_eq($$ select o from app.same_person_accounts((select id from made where who = 'twice')) o $$, $$ select id from made where who = 'victim' $$, 'the previous address of an account still identifies the person');
select * from finish();
